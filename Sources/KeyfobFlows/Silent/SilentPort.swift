package import KeyfobCore

/// Where a silent call gets a token from: the store and the endpoints that ``SilentEngine`` works on.
///
/// The engine has the order of the steps, a port the steps. MSAL's store, ADAL's caches and the broker's vault are its
/// three conformers.
package protocol SilentPort: Sendable {
    /// A refresh token that may be redeemed.
    associatedtype Token: Sendable
    /// What one look-up in the store found.
    associatedtype Reading: Sendable
    /// The server's response with tokens.
    associatedtype Response: Sendable
    /// The result of the call.
    associatedtype Value: Sendable

    /// The authority that is asked.
    var authority: Authority { get }
    /// The error of a call without a refresh token.
    var nothingToRedeem: AuthError { get }

    /// Looks the request up in the store.
    func read() throws(AuthError) -> Reading

    /// The refresh token to redeem next; nil if there is none (left).
    ///
    /// - Parameter refused: the tokens that were redeemed during this call, in order; the server issued none for them.
    func token(in reading: Reading, after refused: [Token]) throws(AuthError) -> Token?

    /// Gets what a request needs from the provider. The lock is not held.
    func prepare() async throws(AuthError)

    /// Runs work while no other call, in any process, redeems the token.
    func locked<R: Sendable>(
        _ token: Token, _ reading: Reading, _ work: @escaping @Sendable () async throws(AuthError) -> R
    ) async throws(AuthError) -> R

    /// The same port under the lock, since the previous holder may have moved the account to another place.
    func movedOver() throws(AuthError) -> Self

    /// The token that another call has stored since this one began; nil if there is none.
    func refreshedMeanwhile(_ reading: Reading) async throws(AuthError) -> Value?

    /// The error of an equal request shortly before, so that none is sent; nil if there is none. Called if the policy
    /// remembers errors.
    func remembered(_ token: Token) -> AuthError?

    /// Reserves room for what redeeming a token will store. Without it nothing is redeemed: a provider that replaces the
    /// token would end the session when the old one is redeemed again.
    func reserveRoom(for token: Token) throws(AuthError) -> [ReservedRoom]

    /// Redeems a refresh token.
    ///
    /// - Parameter keeping: called with the token that replaces it, before the rest of the response is verified.
    func redeem(
        _ token: Token, keeping: @escaping @Sendable (RefreshTokenSuccessor) async -> Void
    ) async throws(AuthError) -> Response

    /// Stores the token that replaces a redeemed one: the server has invalidated that.
    ///
    /// - Returns: the token as the store has it now; nil if it could not be stored.
    func keep(_ successor: RefreshTokenSuccessor, of token: Token) async -> Token?

    /// Records how an exchange ended.
    ///
    /// - Parameter error: nil if the server returned tokens.
    func note(_ error: AuthError?, for token: Token)

    /// Checks and stores the tokens of a response, unless the account was removed meanwhile.
    ///
    /// - Parameters:
    ///   - token: the token that was redeemed.
    ///   - current: the same one, or its successor if that was stored.
    func store(
        _ response: Response, of token: Token, current: Token, _ reading: Reading
    ) async throws(AuthError) -> Value

    /// What the policy evaluates a response without tokens by.
    ///
    /// - Parameters:
    ///   - token: the token that was redeemed.
    ///   - refused: the tokens that were redeemed during this call, that one included.
    func refusal(_ error: AuthError, of token: Token, after refused: [Token]) -> SilentRefusal

    /// Changes the store as a decision requires.
    func apply(_ effect: RefusalDecision.Effect, to token: Token) async throws(AuthError)

    /// Reports a step to the log.
    func report(_ event: SilentEvent)
}

extension SilentPort {
    package func remembered(_ token: Token) -> AuthError? { nil }

    package func note(_ error: AuthError?, for token: Token) {}

    package func report(_ event: SilentEvent) {}
}

/// A step of the silent engine, for the log.
package enum SilentEvent: Sendable {
    /// Another call has refreshed the token meanwhile.
    case refreshedMeanwhile
    /// The refresh failed, and the policy's level for that.
    case failed(AuthError, SilentPolicy.LogLevel)
}
