import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite

// A process for tests to speak to and to end: it does what the lines on its standard input say, and answers each with
// one line. Usage: KeyfobStoreTorture HOME [KILL-STAGE KILL-AT]
guard CommandLine.arguments.count == 2 || CommandLine.arguments.count == 4 else {
    print("usage: KeyfobStoreTorture HOME [KILL-STAGE KILL-AT]")
    exit(2)
}
let home = CommandLine.arguments[1]
let killPoint = CommandLine.arguments.count == 4 ? KillPoint(CommandLine.arguments[2], CommandLine.arguments[3]) : nil
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
