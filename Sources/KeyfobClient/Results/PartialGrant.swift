public import KeyfobBrokerProtocol

/// What was granted where scopes were declined: the cause of an `AuthError` with code `serverDeclinedScopes`.
public struct PartialGrant: Error, Sendable {
    /// The token with the scopes that were granted; it is in the store too. One that is bound to a key comes with the
    /// signed request that was asked for.
    public let result: TokenResult
    /// What a broker says of it: whose sign-in it was, the provider's answer; nil if no broker was asked.
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
