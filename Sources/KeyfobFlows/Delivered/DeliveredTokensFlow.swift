import Foundation
public import KeyfobCore
import KeyfobOAuth

/// The judgement of tokens that somebody else got: what a token endpoint's own answer has to pass, they pass too, but for
/// the age of the id token. The issuer's keys are the only thing that is fetched.
///
/// A broker answers out of its store, where an id token lies as long as the access token that came with it, which may hold
/// for a day. Whether the reply itself is fresh its nonce and key say; an id token from the future still means that a clock
/// is wrong. When the access token ends has to be known: by itself, or by an id token that is as young as it.
struct DeliveredTokensFlow: Flow {
    private let tokens: DeliveredTokens
    private var exchange: TokenExchange

    init(_ tokens: DeliveredTokens, metadata: ProviderMetadata) {
        self.tokens = tokens
        exchange = TokenExchange(
            ExchangeContext(
                clientID: tokens.clientID, authority: tokens.authority, metadata: metadata, scopes: tokens.scopes,
                claims: nil, nonce: nil,
                // Without one nobody knows who signed in.
                requiresIDToken: true, correlationID: tokens.correlationID, mode: .interactive,
                binding: tokens.binding, dialect: tokens.dialect, isFresh: tokens.response.expiresOn == nil))
    }

    mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction] {
        if case .start = event {
            if let end = tokens.response.expiresOn, end <= now.unixSeconds { return exchange.fail(Self.expired) }
            return exchange.judge(tokens.response, at: now)
        }
        return exchange.handle(event, at: now)
    }

    private static var expired: AuthError {
        AuthError(MessageError("The access token that was handed over has expired."))
    }
}

extension FlowDriver {
    /// Checks tokens that a broker got: the type of the access token, and the id token by the same rules, with the
    /// issuer's keys. The id token may be old, since brokers keep tokens as apps do; from the future it may not be. The
    /// access token must hold.
    ///
    /// - Throws: ``AuthError``: `invalidResponse` if something is not as it must be; `network`, `server` and `throttled` if
    ///   the issuer's keys cannot be fetched; `configuration` if the authority is not one.
    public func delivered(_ tokens: DeliveredTokens) async throws(AuthError) -> FlowResult {
        let metadata = try await metadata(for: tokens.authority, dialect: tokens.dialect)
        return try await run(
            DeliveredTokensFlow(tokens, metadata: metadata), metadata: metadata, dialect: tokens.dialect)
    }
}
