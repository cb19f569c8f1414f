public import KeyfobCore

/// What was granted of what was asked for.
public struct GrantedScopes: Sendable, Hashable {
    /// What the answer's token is good for, OpenID's own scopes included where the server names them.
    public let granted: ScopeSet
    /// What was asked for and not granted.
    public let declined: ScopeSet

    /// Compares, as MSAL does: letter case does not matter, the reserved scopes and `email` always count as granted,
    /// and an answer without `scope` grants what was asked for (RFC 6749 section 5.1).
    ///
    /// A requested `RESOURCE/.default` counts as granted if any scope of that resource was: the server answers it with
    /// the scopes that it stands for.
    public init(requested: ScopeSet, response: ScopeSet?) {
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
                if scope.lowercased() == "email" { return false }
                guard ScopeRules.isDefault(scope) else { return true }
                return ScopeRules.resource(of: scope).map { !resources.contains($0.lowercased()) } ?? !hasNamed
            })
    }
}
