import KeyfobIdPModel
import KeyfobOAuth

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
