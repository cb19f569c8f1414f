#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if Server
import ArgumentParser
import KeyfobCore

/// `keyfob-idp`: the local identity provider.
@main
struct KeyfobIdP: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob-idp",
        abstract: "A local, offline identity provider with the protocol of Microsoft Entra ID.",
        discussion: """
            All its data is in its data directory, by default 'idp' under KEYFOB_HOME, or in a PostgreSQL database. It \
            puts nothing into a system trust store; 'keyfob-idp ca' prints the certificate that clients have to trust.
            Exit codes: 0 done, 1 failed, 2 wrong use, 4 configuration error or a file that cannot be applied, 5 \
            changes with --detailed-exitcode.
            """,
        version: KeyfobRelease.line(of: "keyfob-idp"),
        subcommands: [
            ServeCommand.self, CACommand.self, HostsCommand.self, ApplyCommand.self, ExportCommand.self,
            MigrateStoreCommand.self,
        ])

    static func main() async {
        StandardStream.reserveMissing()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error as AuthError {
            ProviderOutput.warn("keyfob-idp: \(error)\n")
            end(error.code == .configuration || error.code == .storeLocked ? 4 : 1)
        } catch let code as ExitCode {
            // The command has said everything.
            end(code.rawValue)
        } catch  where exitCode(for: error) == .success {
            // Help or version text, which the user requested.
            ProviderOutput.answer(fullMessage(for: error) + "\n")
        } catch {
            ProviderOutput.warn(fullMessage(for: error) + "\n")
            end(exitCode(for: error) == .validationFailure ? 2 : 1)
        }
    }
}

/// Ends the process; named apart from the `exit` that the command inherits.
private func end(_ status: Int32) -> Never { exit(status) }
#else
@main
struct KeyfobIdP {
    static func main() {
        print("keyfob-idp was built without the package trait Server. Build it with: make build")
        exit(4)
    }
}
#endif
