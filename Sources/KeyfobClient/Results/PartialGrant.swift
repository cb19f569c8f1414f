public import KeyfobBrokerProtocol

/// The granted token when scopes were declined: the cause of an `AuthError` with code `serverDeclinedScopes`.
public struct PartialGrant: Error, Sendable {
    /// The token with the granted scopes; it is in the store too. One that is bound to a key comes with the signed
    /// request of the parameters.
    public let result: TokenResult
    /// The broker's error, with the account and the provider's response; nil if no broker was asked.
    public let cause: BrokerFailure?

    /// Makes a cause.
    public init(result: TokenResult, cause: BrokerFailure? = nil) {
        self.result = result
        self.cause = cause
    }
}

extension PartialGrant: CustomStringConvertible {
    /// The scopes; no token.
    public var description: String { "Granted: \(result.scopes)." }
}
