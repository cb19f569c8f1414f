import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting

// An app of a team, controlled and killed by tests: it performs the commands on its standard input over a keychain in a
// file, and replies to each with one line.
// Usage: KeyfobKeychainTorture KEYCHAIN ACCESS-GROUP LOCK-FILE [KILL-AT-WRITE]
let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3 || (arguments.count == 4 && Int(arguments[3]) != nil) else {
    print("usage: KeyfobKeychainTorture KEYCHAIN ACCESS-GROUP LOCK-FILE [KILL-AT-WRITE]")
    exit(2)
}
let app = try SimulatedKeychain(path: arguments[0]).app(AppEntitlements(keychainAccessGroups: [arguments[1]]))
let keychain = MortalKeychain(app, writes: arguments.count == 4 ? Int(arguments[3]) : nil)
let worker = Worker(
    store: KeychainCredentialStore(
        keychain: keychain, accessGroup: arguments[1], options: KeychainStoreOptions(lockPath: arguments[2])))
while let line = readLine() {
    let answer = await worker.answer(line.split(separator: " ").map(String.init))
    try? FileHandle.standardOutput.write(contentsOf: Data((answer + "\n").utf8))
}
