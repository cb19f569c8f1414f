#if Server
import ArgumentParser
import Foundation
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore
import KeyfobFlows

/// `keyfob token`: returns a token from the store; if the network is needed, `keyfob-signin` runs the whole command.
struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Print an access token, without ever prompting.",
        discussion: "The token is taken from the store, or refreshed. Exit status 3 means that a user has to sign in.")

    @OptionGroup var options: TokenOptions

    func run() async throws {
        guard !options.forceRefresh else { try handOver() }
        let configuration = try options.client.configuration(store: options.store)
        let store = try ToolStore(
            options.store, authority: configuration.authority, environment: ProcessInfo.processInfo.environment)
        let network = AbsentTransport()
        let application = PublicClientApplication(
            configuration: configuration,
            environment: ClientEnvironment(
                transport: network, store: store.credentials, refreshLock: store.refreshLock, pause: SystemPause()))
        let account = try AccountChoice.pick(
            options.account, among: application.accounts(), at: configuration.authority)
        let result: Result<TokenResult, AuthError>
        do throws(AuthError) {
            result = .success(
                try await application.acquireTokenSilent(
                    SilentParameters(scopes: options.client.scopes, account: account)))
        } catch {
            result = .failure(error)
        }
        // A token that is due is refreshed in the background: that needs the network too.
        await application.finishRefreshes()
        guard !network.wasAsked else { try handOver() }
        try result.get().printToken(asJSON: options.store.asJSON)
    }

    private func handOver() throws -> Never {
        try SiblingTool("keyfob-signin").become(Array(CommandLine.arguments.dropFirst()))
    }
}
#endif
