import KeyfobIdPModel
import KeyfobOAuth

/// Codes, and id tokens if the registration has turned them on; no access tokens, since RFC 9700 section 2.1.2 warns of
/// them in an address.
enum ResponseTypeSupported: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        let types = draft.responseTypes
        let unsupported = OAuthError(70005, ["response_type": String(draft.request.responseType.prefix(64))])
        guard !types.isEmpty, types.isSubset(of: ["code", "token", "id_token"]) else { throw unsupported }
        if types.contains("token") { throw OAuthError(700051) }
        guard types.contains("id_token") else { return }
        guard draft.client?.implicitGrant?.issuesIDTokens == true else { throw OAuthError(700054) }
        // Version 1 requests have no scopes of OpenID Connect.
        guard draft.dialect == .v1 || draft.request.scopes.contains("openid") else { throw unsupported }
        // It binds the token to the browser that asked for it (OpenID Connect Core section 3.2.2.1).
        guard draft.request.nonce?.isEmpty == false else { throw OAuthError.missing("nonce") }
    }
}

/// `query`, `fragment` or `form_post`.
enum ResponseModeSupported: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let mode = draft.request.responseMode else { return }
        guard ResponseMode(rawValue: mode) != nil else {
            throw OAuthError(70007, ["response_mode": String(mode.prefix(64))])
        }
        if mode == ResponseMode.query.rawValue, draft.responseTypes.contains("id_token") {
            throw OAuthError(70007, ["response_mode": mode])
        }
    }
}

/// A request for a code has a challenge (RFC 7636, RFC 9700 section 2.1.1). The faithful profile also accepts `plain`,
/// and no challenge: Entra ID demands one of single-page apps alone, when they redeem the code (AADSTS9002325).
enum ChallengePresent: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let challenge = draft.request.codeChallenge else {
            if !draft.responseTypes.contains("code") { return }
            if draft.profile == .faithful, draft.request.codeChallengeMethod == nil { return }
            throw OAuthError(501491, ["detail": "the client has to send code_challenge"])
        }
        switch draft.request.challengeMethod {
        case .s256:
            guard challenge.utf8.count == 43 else { throw OAuthError(50147) }
        case .plain where draft.profile == .faithful:
            guard (43...128).contains(challenge.utf8.count) else { throw OAuthError(50147) }
        default: throw OAuthError(501491, ["detail": "code_challenge_method has to be S256"])
        }
    }
}

/// `claims` is well-formed; `acr_values` requests one more.
enum ClaimsKnown: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        draft.claims = try RequestedClaims(draft.request.claims)
        draft.claims.add(acrValues: draft.request.extra.nonEmpty("acr_values"))
    }
}

/// `prompt` is a value that the provider supports.
enum PromptKnown: AuthorizationStep {
    private static let known: Set<Prompt> = [.none, .login, .selectAccount, .consent]
    private static let knownAtVersion1 = known.union([.adminConsent, .refreshSession, .noSession])

    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let prompt = draft.request.prompt else { return }
        // Organizations create their accounts themselves; other tenants let users create them.
        let kind = draft.segment.tenant?.kind
        if prompt == .create, kind == .external || kind == .personal { return }
        guard (draft.dialect == .v1 ? knownAtVersion1 : known).contains(prompt) else {
            throw OAuthError(90023, ["detail": "the prompt '\(prompt.rawValue.prefix(32))' is not supported"])
        }
    }
}

extension Prompt {
    /// v1: existing sessions are ignored.
    static let noSession = Prompt(rawValue: "no_session")

    /// Whether the user has to enter a password even if signed in. Users cannot create accounts here, so a request for
    /// a new one leads to the sign-in page, where the real one links to the account creation.
    var wantsCredentials: Bool { self == .login || self == .create || self == .noSession }
}
