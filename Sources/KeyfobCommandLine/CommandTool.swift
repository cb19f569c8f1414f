#if Server
public import ArgumentParser
import Foundation
import KeyfobCore

/// Runs a tool's commands: parses, runs, reports and exits, all by the same contract.
public enum CommandTool {
    /// Runs the command that the process's arguments name, and ends the process.
    public static func main(_ root: any ParsableCommand.Type) async -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let status = await run(root, arguments)
        exit(status.rawValue)
    }

    private static func run(_ root: any ParsableCommand.Type, _ arguments: [String]) async -> ExitStatus {
        do {
            var command = try root.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return .done
        } catch let status as ExitStatus {
            return status
        } catch let error as AuthError {
            ErrorReport(error).print(asJSON: wantsJSON(arguments))
            return ExitStatus(error)
        } catch {
            return report(error, of: root, arguments)
        }
    }

    /// What the parser throws: requests for help among it, and everything that is wrong with the arguments.
    private static func report(
        _ error: any Error, of root: any ParsableCommand.Type, _ arguments: [String]
    ) -> ExitStatus {
        guard !root.exitCode(for: error).isSuccess else {
            Output.line(root.fullMessage(for: error))
            return .done
        }
        if wantsJSON(arguments) {
            ErrorReport(wrongUse: root.message(for: error)).print(asJSON: true)
        } else {
            Output.warn(root.fullMessage(for: error))
        }
        return .wrongUse
    }

    /// Looked up by hand, since arguments that cannot be parsed want their error as JSON too.
    private static func wantsJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }
}
#endif
