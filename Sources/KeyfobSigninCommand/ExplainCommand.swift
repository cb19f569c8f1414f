#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore

/// `keyfob explain --network`: makes the call that is explained, and prints the decision after the server's response.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain what \"keyfob token\" does, and why, without a token.")

    @OptionGroup var options: ExplainOptions

    func run() async throws {
        let opened = try ToolStore(options.store, environment: ProcessInfo.processInfo.environment)
        let explained = try options.call(in: opened)
        var configuration = explained.configuration
        configuration.clientSecret = try explained.client.secret(environment: ProcessInfo.processInfo.environment)
        let log = try options.diagnostics.log(environment: ProcessInfo.processInfo.environment)
        let tool = try ToolApplication(configuration, store: options.store, trust: options.trust, log: log)
        let parameters = explained.parameters
        let before = try tool.application.explainSilent(parameters)
        let outcome = await call(tool.application, parameters)
        await tool.close()
        let after = before.after(outcome)
        let error: AuthError? = if case .failure(let error) = outcome { error } else { nil }
        after.report(asJSON: options.store.asJSON, error: error)
        let status = after.exitStatus(after: error)
        guard status == .done else { throw status }
    }

    private func call(
        _ application: PublicClientApplication, _ parameters: SilentParameters
    ) async -> Result<TokenResult, AuthError> {
        do throws(AuthError) {
            return .success(try await application.acquireTokenSilent(parameters))
        } catch {
            return .failure(error)
        }
    }
}
#endif
