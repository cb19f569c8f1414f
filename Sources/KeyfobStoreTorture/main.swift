import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

// Several programs in one, so that one can start another from any directory.
//
// KeyfobStoreTorture HOME [KILL-STAGE KILL-AT]: a process that tests control and kill. It performs the commands on its
// standard input, and replies to each with one or more lines.
//
// KeyfobStoreTorture torture [OPTIONS]: starts many of those, kills them, and counts losses. See TortureOptions.
//
// KeyfobStoreTorture damage [OPTIONS]: damages a store's files at random, and checks that each store is salvaged, or
// that the remedy in its error works. See DamageOptions.
//
// KeyfobStoreTorture shared --driver CMD [OPTIONS]: runs writers of ours (shared-writer FILE) and of another library on
// one token cache file, and counts the losses that each side causes. See SharedTortureOptions.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "torture" {
    signal(SIGPIPE, SIG_IGN)
    exit(Torture.main(Array(arguments.dropFirst())))
}
if arguments.first == "damage" { exit(await DamageTorture.main(Array(arguments.dropFirst()))) }
if arguments.first == "shared" {
    signal(SIGPIPE, SIG_IGN)
    exit(SharedTorture.main(Array(arguments.dropFirst())))
}
if arguments.count == 2, arguments[0] == "shared-writer" {
    await SharedWriter.main(path: arguments[1])
    exit(0)
}
guard arguments.count == 1 || arguments.count == 3 else {
    print("usage: KeyfobStoreTorture HOME [KILL-STAGE KILL-AT] | torture [--help] | damage [--help] | shared [--help]")
    exit(2)
}
let home = arguments[0]
let killPoint = arguments.count == 3 ? KillPoint(arguments[1], arguments[2]) : nil
var worker: Worker?
while let line = readLine() {
    do {
        let current = try worker ?? Worker(home: home, killPoint: killPoint)
        worker = current
        WorkerOutput.write(try await current.perform(line.split(separator: " ").map(String.init)))
    } catch let error as AuthError {
        WorkerOutput.write("error \(error.code): \(error)")
    }
}
