/// How the authorization endpoint's response is sent (`response_mode`).
package enum ResponseMode: String, Sendable, Hashable, CaseIterable {
    /// In the redirect URI's query; the default for a code.
    case query
    /// In the redirect URI's fragment.
    case fragment
    /// As a form that the browser posts to the redirect URI.
    case formPost = "form_post"
}
