#if Server
import Foundation
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore
import KeyfobFlows

/// Tokens from the store. If the network is needed, this process becomes `keyfob-signin`, which runs the whole command.
struct StoredTokens: TokenSource {
    func token(for request: TokenRequest) async throws(AuthError) -> AcquiredToken {
        guard !request.forceRefresh else {
            request.log.write("A refresh is forced, which needs the network.")
            try handOver()
        }
        let store = try ToolStore(
            request.store, authority: request.configuration.authority,
            environment: ProcessInfo.processInfo.environment)
        let network = AbsentTransport()
        let application = PublicClientApplication(
            configuration: request.configuration,
            environment: ClientEnvironment(
                transport: network, store: store.credentials, refreshLock: store.refreshLock, pause: SystemPause(),
                log: request.log.client))
        let account = try request.account(in: application)
        let parameters = SilentParameters(scopes: request.scopes, account: account)
        // The call itself throws what an explanation throws.
        if request.log.isOn, let explanation = try? application.explainSilent(parameters) {
            request.log.write(explanation.lines.joined(separator: "\n    "))
        }
        let result: Result<TokenResult, AuthError>
        do throws(AuthError) {
            result = .success(try await application.acquireTokenSilent(parameters))
        } catch {
            result = .failure(error)
        }
        // A token that is due is refreshed in the background: that needs the network too.
        await application.finishRefreshes()
        guard !network.wasAsked else {
            request.log.write("The store alone is not enough: the network is needed.")
            try handOver()
        }
        let found = try result.get()
        // A shared cache may lack the id token, which a refresh brings.
        guard request.kind == .accessToken || found.idToken != nil else { try handOver() }
        let token = try AcquiredToken(request.kind, of: found)
        guard !token.isDue(at: SystemClock().now) else { try handOver() }
        return token
    }

    func finish() async {}

    private func handOver() throws(AuthError) -> Never {
        try SiblingTool("keyfob-signin").become(CommandTool.arguments)
    }
}
#endif
