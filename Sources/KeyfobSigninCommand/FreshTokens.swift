#if Server && LinuxTransport
import Foundation
import KeyfobBackport
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore

/// Tokens from the store or, by a refresh token, from the server.
struct FreshTokens: TokenSource {
    private let opened = OpenedTool()

    func token(for request: TokenRequest) async throws(AuthError) -> AcquiredToken {
        var configuration = request.configuration
        configuration.clientSecret = try request.client.secret(environment: ProcessInfo.processInfo.environment)
        let tool = try ToolApplication(configuration, store: request.store, trust: request.trust, log: request.log)
        opened.keep(tool)
        do throws(AuthError) {
            let account = try request.account(in: tool.application)
            var parameters = SilentParameters(
                scopes: request.scopes, account: account, forceRefresh: request.forceRefresh)
            let stored = try await tool.application.acquireTokenSilent(parameters)
            guard request.kind == .idToken, stored.source == .cache else {
                return try valid(AcquiredToken(request.kind, of: stored))
            }
            let token = stored.idToken == nil ? nil : try AcquiredToken(.idToken, of: stored)
            if let token, !token.isDue(at: SystemClock().now) { return token }
            parameters.forceRefresh = true
            let refreshed = try await tool.application.acquireTokenSilent(parameters)
            // Not every provider issues another id token at a refresh (OpenID Connect Core section 12.2).
            if refreshed.idToken == nil, let token { return try valid(token) }
            return try valid(AcquiredToken(.idToken, of: refreshed))
        } catch {
            // A slow server may still respond, and has then redeemed the refresh token.
            await tool.close()
            throw error
        }
    }

    private func valid(_ token: AcquiredToken) throws(AuthError) -> AcquiredToken {
        guard let expiresOn = token.expiresOn, token.kind == .idToken, expiresOn <= SystemClock().now else {
            return token
        }
        throw AuthError(
            .interactionRequired, origin: .server,
            message: "The id token has expired, and the provider issued no other one at the refresh.")
    }

    func finish() async { await opened.tool?.close() }
}

/// The application of a command, once it is open.
private final class OpenedTool: Sendable {
    private let kept = Mutex<ToolApplication?>(nil)

    var tool: ToolApplication? { kept.withLock { $0 } }

    func keep(_ tool: ToolApplication) { kept.withLock { $0 = tool } }
}
#endif
