import KeyfobOAuth

/// `prompt` is one that the provider acts on.
enum PromptKnown: AuthorizationStep {
    private static let known: Set<Prompt> = [.none, .login, .selectAccount, .consent]
    private static let knownAtVersion1 = known.union([.adminConsent, .refreshSession])

    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let prompt = draft.request.prompt else { return }
        guard (draft.dialect == .v1 ? knownAtVersion1 : known).contains(prompt) else {
            throw OAuthError(90023, ["detail": "the prompt '\(prompt.rawValue.prefix(32))' is not supported"])
        }
    }
}
