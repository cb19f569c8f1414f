/// The two dialects of the Microsoft identity platform.
package enum OAuthDialect: String, Sendable, Hashable, CaseIterable {
    /// `/oauth2/...`: `resource` instead of scopes, numbers as strings, `interaction_required`.
    case v1
    /// `/oauth2/v2.0/...`: scopes, numbers as numbers.
    case v2
}
