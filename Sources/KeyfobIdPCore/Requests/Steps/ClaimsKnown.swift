import KeyfobOAuth

/// `claims` is well-formed.
enum ClaimsKnown: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        draft.claims = try RequestedClaims(draft.request.claims)
    }
}
