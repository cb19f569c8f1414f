import KeyfobOAuth

/// Public clients send a code challenge (RFC 7636, RFC 9700 section 2.1.1). The faithful profile also accepts `plain`,
/// and no challenge at version 1, whose clients (ADAL) are older than RFC 7636.
enum ChallengePresent: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let challenge = draft.request.codeChallenge else {
            if draft.dialect == .v1, draft.profile == .faithful, draft.request.codeChallengeMethod == nil { return }
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
}
