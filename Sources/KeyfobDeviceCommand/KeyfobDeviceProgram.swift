#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

#if Server && os(Linux)
import ArgumentParser
import KeyfobCore
import KeyfobDeviceProtocol

/// `keyfob-device`: an Apple device's rules about apps, on this machine.
@main
struct KeyfobDeviceProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyfob-device",
        abstract: "A device for apps: installs them, launches each under its own user id, routes URLs between them.",
        discussion: """
            All its data is in its folder: by default 'device' under KEYFOB_HOME. Apps find it by \
            KEYFOB_DEVICE_SOCKET, which it sets when it launches them.
            Exit codes: 0 done, 1 failed, 2 wrong use, 4 refused.
            """,
        version: KeyfobRelease.line(of: "keyfob-device"),
        subcommands: [
            ServeCommand.self, InstallCommand.self, UninstallCommand.self, AppsCommand.self, LaunchCommand.self,
            KillCommand.self, OpenCommand.self, InputCommand.self, StateCommand.self, ClockCommand.self,
            TraceCommand.self,
            NamespaceCommand.self, RunAppCommand.self, EndUserCommand.self,
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
        } catch let fault as DeviceError {
            Output.error("keyfob-device: \(fault)")
            end(fault.code == .refused ? 4 : 1)
        } catch let status as ExitCode {
            end(status.rawValue)
        } catch  where exitCode(for: error) == .success {
            Output.line(fullMessage(for: error))
        } catch {
            Output.error(fullMessage(for: error))
            end(exitCode(for: error) == .validationFailure ? 2 : 1)
        }
    }
}

/// Ends the process; it has another name, since the command has an `exit` too.
private func end(_ status: Int32) -> Never { exit(status) }
#else
@main
struct KeyfobDeviceProgram {
    static func main() {
        #if os(Linux)
        print("keyfob-device was built without the package trait Server. Build it with: make build")
        #else
        print("keyfob-device simulates an Apple device on Linux only: its rules are enforced by Linux's kernel.")
        #endif
        exit(4)
    }
}
#endif
