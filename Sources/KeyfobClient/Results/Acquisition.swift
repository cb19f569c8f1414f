package import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// The checked result of a flow: the tokens to store and to return, and the scopes that were declined.
struct Acquisition: Sendable {
    let flow: FlowResult
    let accessToken: Secret<String>
    /// Every scope of the token except the reserved ones.
    let scopes: ScopeSet
    let declined: ScopeSet
    let homeAccountID: String
    /// The tenant that issued the tokens.
    let realm: String
    let expiresOn: Int64
    /// The key that the access token is bound to; nil for a bearer token.
    let keyID: String?

    /// Checks a response.
    ///
    /// - Parameters:
    ///   - requested: the app's scopes. The reserved ones, which it may pass to an OpenID provider, are ignored.
    ///   - expected: the requested account, if any; a refresh response need not name it again.
    ///   - before: the scopes of the token that this one replaces, if the request left its scopes out; nil otherwise.
    ///   - keyID: the key that the token was requested to be bound to; the flow has checked the response's type.
    /// - Throws: `invalidResponse` if the response has no access token or names no account; `accountMismatch` if it is
    ///   for another account than the expected one.
    init(
        _ flow: FlowResult, requested: ScopeSet, expected: String?, keyID: String? = nil, before: ScopeSet? = nil
    ) throws(AuthError) {
        guard let accessToken = flow.response.accessToken else {
            throw Self.invalid("The token response has no access token.", flow)
        }
        guard let homeAccountID = AccountIdentifier.of(flow) ?? expected?.lowercased() else {
            throw Self.invalid("The token response names no account.", flow)
        }
        if let expected { try AccountMatch.check(requested: expected, returned: homeAccountID) }
        self.flow = flow
        self.accessToken = accessToken
        self.homeAccountID = homeAccountID
        let kind = flow.authority.kind
        let requested = kind == .openID ? requested.subtracting(.reserved) : requested
        let granted = GrantedScopes(requested: requested, response: flow.response.scopes, at: kind)
        // A requested value that the token has without the server's naming it is stored too, so that the next look-up
        // finds it.
        let implied = (kind == .openID ? requested : requested.deciding).filter { !granted.declined.contains($0) }
        let kept = flow.response.scopes == nil && kind == .openID ? before ?? [] : []
        scopes = granted.granted.union(ScopeSet(implied)).union(kept).subtracting(.reserved)
        declined = granted.declined
        realm = TenantOfTokens.of(flow)
        expiresOn = flow.response.expiry(now: flow.receivedAt.unixSeconds)
        self.keyID = keyID
    }

    private static func invalid(_ message: String, _ flow: FlowResult) -> AuthError {
        AuthError(
            .invalidResponse, origin: .server, message: message,
            remedy: "Check that the authority is the identity provider that you mean.",
            correlationID: flow.correlationID)
    }

    /// `Bearer`, in the spelling that every reader of the schema expects, or `pop`.
    var tokenType: String { keyID == nil ? "Bearer" : TokenBinding.tokenType }

    /// The authority of the tenant that issued the tokens.
    var authority: Authority { flow.authority.with(tenant: realm) }

    /// - Parameter result: the result, which is stored by now.
    /// - Throws: `serverDeclinedScopes` if the token lacks requested scopes; its cause is a ``PartialGrant``.
    func checkScopes(_ result: TokenResult) throws(AuthError) {
        guard !declined.isEmpty else { return }
        throw AuthError(
            .serverDeclinedScopes, origin: .server,
            message: "The sign-in succeeded, but not every scope was granted. Declined: \(declined).",
            remedy: "Request the granted scopes only, or request the others when they are needed.",
            correlationID: flow.correlationID, grantedScopes: scopes, declinedScopes: declined,
            cause: PartialGrant(result: result))
    }
}

/// The granted token when scopes were declined: the cause of an `AuthError` with code `serverDeclinedScopes`.
package struct PartialGrant: Error, Sendable {
    /// The token with the granted scopes; it is in the store too. One that is bound to a key comes with the signed
    /// request of the parameters.
    package let result: TokenResult
    /// The broker's error, with the account and the provider's response; nil if no broker was asked.
    package let cause: BrokerResponseError?

    /// Makes a cause.
    package init(result: TokenResult, cause: BrokerResponseError? = nil) {
        self.result = result
        self.cause = cause
    }
}

extension PartialGrant: CustomStringConvertible {
    /// The scopes; no token.
    package var description: String { "Granted: \(result.scopes)." }
}
