import KeyfobOAuth

/// `prompt` is one that the provider acts on.
enum PromptKnown: AuthorizationStep {
    private static let known: Set<Prompt> = [.none, .login, .selectAccount, .consent]
    private static let knownAtVersion1 = known.union([.adminConsent, .refreshSession, .noSession])

    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let prompt = draft.request.prompt else { return }
        // Organizations make their accounts themselves; others let people do it.
        let kind = draft.segment.tenant?.kind
        if prompt == .create, kind == .external || kind == .personal { return }
        guard (draft.dialect == .v1 ? knownAtVersion1 : known).contains(prompt) else {
            throw OAuthError(90023, ["detail": "the prompt '\(prompt.rawValue.prefix(32))' is not supported"])
        }
    }
}

extension Prompt {
    /// v1: whoever is signed in does not count.
    static let noSession = Prompt(rawValue: "no_session")

    /// Whether somebody types a password, signed in or not. Accounts are not made by their people here, so who asks for a
    /// new one comes to the sign-in page, where the real one has the way to it.
    var wantsCredentials: Bool { self == .login || self == .create || self == .noSession }
}
