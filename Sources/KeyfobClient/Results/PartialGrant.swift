/// What was granted where scopes were declined: the cause of an `AuthError` with code `serverDeclinedScopes`.
public struct PartialGrant: Error, Sendable {
    /// The token with the scopes that were granted; it is in the store too. One that is bound to a key comes with the
    /// signed request that was asked for.
    public let result: TokenResult

    /// Makes a cause.
    public init(result: TokenResult) { self.result = result }
}

extension PartialGrant: CustomStringConvertible {
    /// The scopes; no token.
    public var description: String { "Granted: \(result.scopes)." }
}
