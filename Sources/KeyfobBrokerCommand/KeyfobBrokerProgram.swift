#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobCore

/// `keyfob-broker`: the broker as an app of the device.
@main
struct KeyfobBrokerProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob-broker",
        abstract: "The broker: it signs people in for every app of the device, whatever its vendor.",
        discussion: """
            'keyfob-broker bundle' writes a bundle that 'keyfob-device install' takes; the device starts 'serve' itself.
            What the broker keeps stands in 'broker' under its own KEYFOB_HOME, sealed.
            Exit codes: 0 done, 1 failed, 2 wrong use, 4 configuration error or locked store.
            """,
        subcommands: [ServeCommand.self, AccountsCommand.self, BundleCommand.self])

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as AuthError {
            warn("keyfob-broker: \(error)")
            end(error.code == .configuration || error.code == .storeLocked ? 4 : 1)
        } catch  where exitCode(for: error) == .success {
            // Help, or the like, that was asked for.
            print(fullMessage(for: error))
        } catch {
            warn(fullMessage(for: error))
            end(exitCode(for: error) == .validationFailure ? 2 : 1)
        }
    }

    static func warn(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// Ends the process; a name of its own, since the command has an `exit` too.
private func end(_ status: Int32) -> Never { exit(status) }
#else
@main
struct KeyfobBrokerProgram {
    static func main() {
        print("keyfob-broker was built without the package traits Server and LinuxTransport. Build it with: make build")
        exit(4)
    }
}
#endif
