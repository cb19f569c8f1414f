import Foundation
package import KeyfobCore
import KeyfobOAuth

/// Checks tokens that a broker got, with the same rules as a token endpoint's response, except for the age of the ID
/// token. It fetches the issuer's keys, and redeems the refresh token of a guest whose home account no signed claim
/// names (``AccountInResponse``).
///
/// A broker responds from its store, where an ID token is kept as long as the access token that was issued with it,
/// which may be a day. The response's nonce and key prove that it is fresh; an ID token from the future still means
/// that a clock is wrong. The access token's expiry must be known: either it is given, or the ID token must be as new
/// as the access token.
struct DeliveredTokensFlow: Flow {
    private let tokens: DeliveredTokens
    private var exchange: TokenExchange

    init(_ tokens: DeliveredTokens, metadata: ProviderMetadata) {
        self.tokens = tokens
        exchange = TokenExchange(
            ExchangeContext(
                clientID: tokens.clientID, authority: tokens.authority, metadata: metadata,
                scopes: tokens.dialect == .v1 ? ["openid"] : tokens.scopes,
                claims: nil, nonce: nil,
                // Without an ID token the user would be unknown.
                requiresIDToken: true, correlationID: tokens.correlationID, mode: .interactive,
                binding: tokens.binding, dialect: tokens.dialect, resource: tokens.resource,
                isFresh: tokens.response.expiresOn == nil, isDelivered: true))
    }

    mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction] {
        if case .start = event {
            if let end = tokens.response.expiresOn, end <= now.unixSeconds { return exchange.fail(Self.expired) }
            return exchange.evaluate(tokens.response, at: now)
        }
        return exchange.handle(event, at: now)
    }

    private static var expired: AuthError {
        AuthError(MessageError("The access token from the broker has expired."))
    }
}

extension FlowDriver {
    /// Checks tokens that a broker got: the type of the access token, and the ID token with the same rules and the
    /// issuer's keys. The ID token may be old, since brokers cache tokens as apps do, but not from the future. The
    /// access token must not have expired.
    ///
    /// - Throws: ``AuthError``: `invalidResponse` if a check fails; `network`, `server` and `throttled` if the issuer's
    ///   keys cannot be fetched; `configuration` if the authority is not one.
    package func delivered(_ tokens: DeliveredTokens) async throws(AuthError) -> FlowResult {
        let metadata = try await metadata(for: tokens.authority, dialect: tokens.dialect)
        return try await run(
            DeliveredTokensFlow(tokens, metadata: metadata), metadata: metadata, dialect: tokens.dialect)
    }
}
