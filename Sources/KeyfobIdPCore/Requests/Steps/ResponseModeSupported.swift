import KeyfobOAuth

/// `query`, `fragment` or `form_post`.
enum ResponseModeSupported: AuthorizationStep {
    static func check(_ draft: inout AuthorizationDraft, _ directory: Directory) throws(OAuthError) {
        guard let mode = draft.request.responseMode else { return }
        guard ResponseMode(rawValue: mode) != nil else {
            throw OAuthError(70007, ["response_mode": String(mode.prefix(64))])
        }
    }
}
