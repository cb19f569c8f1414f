#if Server
import ArgumentParser
import Foundation
import KeyfobClient
import KeyfobCommandLine
import KeyfobFlows

/// `keyfob explain`: explains what a silent call would do now, and why. Only the store is read; with `--network`,
/// `keyfob-signin` makes the call.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain what \"keyfob token\" would do, and why, without a token.",
        discussion: """
            Only the store is read, unless --network makes the call. Exit status 3 means that a user has \
            to sign in. The table of all decisions is in docs/silent-flow.md.
            """)

    @OptionGroup var options: ExplainOptions

    func run() throws {
        guard !options.network else {
            try SiblingTool("keyfob-signin").become(CommandTool.arguments)
        }
        let opened = try ToolStore(options.store, environment: ProcessInfo.processInfo.environment)
        let call = try options.call(in: opened)
        let application = PublicClientApplication(
            configuration: call.configuration,
            environment: try ClientEnvironment(
                transport: AbsentTransport(), store: opened.credentials, refreshLock: opened.refreshLock,
                pause: SystemPause(),
                log: options.diagnostics.log(environment: ProcessInfo.processInfo.environment).client))
        let explanation = try application.explainSilent(call.parameters)
        explanation.report(asJSON: options.store.asJSON)
        let status = explanation.exitStatus()
        guard status == .done else { throw status }
    }
}
#endif
