#if Server
import ArgumentParser
import KeyfobCore

/// `keyfob-demo`: the demo, and its processes.
@main
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob-demo",
        abstract: "The whole story on one machine, offline: a table of claims, each proved.",
        usage: "keyfob-demo [--keep] [--no-story] [--insecure-single-uid]",
        discussion: """
            --keep: leave everything running afterwards, with addresses and passwords to try.
            --no-story: prove nothing, and only set the demo, for --keep.
            --insecure-single-uid: run all apps of the device under this user id; claims about callers are not proved.
            Exit status 0 only if every claim was proved.
            """,
        version: KeyfobRelease.line(of: "keyfob-demo"),
        subcommands: [
            DemoRunCommand.self, AppCommand.self, DeviceAppCommand.self, DeviceBrowserCommand.self,
            MaliciousAppCommand.self,
            BrowserCommand.self,
        ],
        defaultSubcommand: DemoRunCommand.self)

    static func main() async {
        StandardStream.reserveMissing()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch  where exitCode(for: error) == .validationFailure {
            // Wrong use, with the same exit status as in all of Keyfob's tools.
            StandardStream.error.writeIgnoringErrors(fullMessage(for: error) + "\n")
            exit(withError: ExitCode(2))
        } catch {
            exit(withError: error)
        }
    }
}
#else
import Foundation

/// `keyfob-demo` without its trait.
@main
struct DemoCommand {
    static func main() {
        try? FileHandle.standardError.write(
            contentsOf: Data("keyfob-demo was built without the trait Server. Build it with: make build\n".utf8))
        exit(4)
    }
}
#endif
