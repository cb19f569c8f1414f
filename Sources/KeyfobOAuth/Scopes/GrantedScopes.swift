package import KeyfobCore

/// The granted and the declined scopes of a request.
package struct GrantedScopes: Sendable, Hashable {
    /// The scopes of the response, including OpenID's if the server returns them.
    package let granted: ScopeSet
    /// The scopes that were requested and not granted.
    package let declined: ScopeSet

    /// Compares as MSAL does: letter case is ignored, the reserved scopes and `email` always count as granted, and a
    /// response without `scope` grants the requested scopes (RFC 6749 section 5.1).
    ///
    /// A requested `RESOURCE/.default` counts as granted if any scope of that resource was: the server returns the
    /// scopes that it stands for. Of an OpenID provider `email` is granted only if it says so.
    package init(requested: ScopeSet, response: ScopeSet?, at kind: Authority.Kind = .aad) {
        guard let response else {
            granted = requested
            declined = []
            return
        }
        granted = response
        let resources = Set(ScopeRules.resources(of: response).map { $0.lowercased() })
        let hasNamed = response.contains { !ScopeRules.isOpenID($0) }
        declined = ScopeSet(
            requested.filter { scope in
                if response.contains(scope) || ScopeSet.reserved.contains(scope) { return false }
                if scope.lowercased() == "email" { return kind == .openID && !response.contains(Self.googleEmail) }
                guard ScopeRules.isDefault(scope) else { return true }
                return ScopeRules.resource(of: scope).map { !resources.contains($0.lowercased()) } ?? !hasNamed
            })
    }

    /// The name of `email` in Google's responses.
    private static let googleEmail = "https://www.googleapis.com/auth/userinfo.email"
}
