import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// What a flow brought, judged: what is stored of it, what is handed out, and which scopes it lacks.
struct Acquisition: Sendable {
    let flow: FlowResult
    let accessToken: Secret<String>
    /// Every scope of the token but the reserved ones.
    let scopes: ScopeSet
    let declined: ScopeSet
    let homeAccountID: String
    /// The tenant that issued the tokens.
    let realm: String
    let expiresOn: Int64
    /// The key that the access token is bound to; nil for a bearer token.
    let keyID: String?

    /// Judges an answer.
    ///
    /// - Parameters:
    ///   - requested: the app's scopes, without the reserved ones.
    ///   - expected: the account that was asked for, if one was; a refresh need not say again who it is.
    ///   - keyID: the key that the token was asked to be bound to; the flow has checked the answer's type.
    /// - Throws: `invalidResponse` if the answer has no access token or does not say whose it is; `accountMismatch` if
    ///   it is of another account than the expected one.
    init(_ flow: FlowResult, requested: ScopeSet, expected: String?, keyID: String? = nil) throws(AuthError) {
        guard let accessToken = flow.response.accessToken else {
            throw Self.invalid("The token response has no access token.", flow)
        }
        guard let homeAccountID = AccountIdentifier.of(flow) ?? expected?.lowercased() else {
            throw Self.invalid("The token response does not say who signed in.", flow)
        }
        if let expected { try AccountMatch.check(requested: expected, returned: homeAccountID) }
        self.flow = flow
        self.accessToken = accessToken
        self.homeAccountID = homeAccountID
        let granted = GrantedScopes(requested: requested, response: flow.response.scopes)
        // What a token was asked for with, and has without the server's naming it, finds it again.
        let implied = requested.deciding.filter { !granted.declined.contains($0) }
        scopes = granted.granted.union(ScopeSet(implied)).subtracting(.reserved)
        declined = granted.declined
        realm = IssuingTenant.of(flow)
        expiresOn = flow.response.expiry(now: flow.receivedAt.unixSeconds)
        self.keyID = keyID
    }

    private static func invalid(_ message: String, _ flow: FlowResult) -> AuthError {
        AuthError(
            .invalidResponse, origin: .server, message: message,
            remedy: "Check that the authority is the identity provider that is meant.",
            correlationID: flow.correlationID)
    }

    /// `Bearer`, in the spelling that every reader of the schema knows, or `pop`.
    var tokenType: String { keyID == nil ? "Bearer" : TokenBinding.tokenType }

    /// The authority of the tenant that issued the tokens.
    var authority: Authority { flow.authority.with(tenant: realm) }

    /// - Parameter result: what there is; in the store by then.
    /// - Throws: `serverDeclinedScopes` if the token lacks scopes that were asked for; its cause is a ``PartialGrant``.
    func checkScopes(_ result: TokenResult) throws(AuthError) {
        guard !declined.isEmpty else { return }
        throw AuthError(
            .serverDeclinedScopes, origin: .server,
            message: "The sign-in went through, but not every scope was granted. Declined: \(declined).",
            remedy: "Ask again for the granted scopes only, or ask the person for the others when they are needed.",
            correlationID: flow.correlationID, grantedScopes: scopes, declinedScopes: declined,
            cause: PartialGrant(result: result))
    }
}
