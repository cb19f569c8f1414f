import KeyfobIdPModel
import KeyfobOAuth

/// Only codes are issued: RFC 9700 section 2.1.2 warns of tokens in an address.
enum ResponseTypeSupported: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        let types = Set(draft.request.responseType.split(separator: " "))
        if types == ["code"] { return }
        guard types.isSubset(of: ["code", "token", "id_token"]) else {
            throw OAuthError(70005, ["response_type": String(draft.request.responseType.prefix(64))])
        }
        throw OAuthError(types.contains("token") ? 700051 : 700054)
    }
}

/// `query`, `fragment` or `form_post`.
enum ResponseModeSupported: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let mode = draft.request.responseMode else { return }
        guard ResponseMode(rawValue: mode) != nil else {
            throw OAuthError(70007, ["response_mode": String(mode.prefix(64))])
        }
    }
}

/// Clients send a code challenge (RFC 7636, RFC 9700 section 2.1.1). The faithful profile also accepts `plain`, and no
/// challenge from servers, and at version 1, whose clients (ADAL) are older than RFC 7636.
enum ChallengePresent: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let challenge = draft.request.codeChallenge else {
            let isOptional = draft.dialect == .v1 || isForServer(draft)
            if isOptional, draft.profile == .faithful, draft.request.codeChallengeMethod == nil { return }
            throw OAuthError(501491, ["detail": "a public client has to send code_challenge"])
        }
        switch draft.request.challengeMethod {
        case .s256:
            guard challenge.utf8.count == 43 else { throw OAuthError(50147) }
        case .plain where draft.profile == .faithful:
            guard (43...128).contains(challenge.utf8.count) else { throw OAuthError(50147) }
        default: throw OAuthError(501491, ["detail": "code_challenge_method has to be S256"])
        }
    }

    /// Whether the code is for a server, which authenticates when it redeems it.
    private static func isForServer(_ draft: AuthorizationDraft) -> Bool {
        guard let uri = draft.reply?.redirectURI, let registered = draft.client?.redirectURIs else { return false }
        return RedirectMatching.isRegistered(uri, in: registered.web)
            && !RedirectMatching.isRegistered(uri, in: registered.publicClient + registered.singlePage)
    }
}

/// `claims` is well-formed.
enum ClaimsKnown: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        draft.claims = try RequestedClaims(draft.request.claims)
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
