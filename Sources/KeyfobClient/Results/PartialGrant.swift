package import KeyfobBrokerProtocol

/// The granted token when scopes were declined: the cause of an `AuthError` with code `serverDeclinedScopes`.
package struct PartialGrant: Error, Sendable {
    /// The token with the granted scopes; it is in the store too. One that is bound to a key comes with the signed
    /// request of the parameters.
    package let result: TokenResult
    /// The broker's error, with the account and the provider's response; nil if no broker was asked.
    package let cause: BrokerFailure?

    /// Makes a cause.
    package init(result: TokenResult, cause: BrokerFailure? = nil) {
        self.result = result
        self.cause = cause
    }
}

extension PartialGrant: CustomStringConvertible {
    /// The scopes; no token.
    package var description: String { "Granted: \(result.scopes)." }
}
