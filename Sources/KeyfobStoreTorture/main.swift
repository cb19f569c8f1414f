import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

// Two programs in one, so that the one can start the other wherever it stands.
//
// KeyfobStoreTorture HOME [KILL-STAGE KILL-AT]: a process to speak to and to end. It does what the lines on its standard
// input say, and answers each with one line or more.
//
// KeyfobStoreTorture torture [OPTIONS]: starts many of those, kills them, and counts what is lost. See TortureOptions.
//
// KeyfobStoreTorture damage [OPTIONS]: spoils a store's files in random ways, and looks whether every one ends with what
// could be kept, or with a way out that works. See DamageOptions.
//
// KeyfobStoreTorture shared --driver CMD [OPTIONS]: lets writers of ours (shared-writer FILE) and of another library
// write one token cache file at once, and counts what is lost by whom. See SharedTortureOptions.
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
        Answer.write(try await current.perform(line.split(separator: " ").map(String.init)))
    } catch let error as AuthError {
        Answer.write("error \(error.code): \(error)")
    }
}
