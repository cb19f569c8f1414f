package import KeyfobConditionalAccess

/// The rules between policies and the objects of the tenant that they name.
package enum PolicyRules {
    /// Checks that the tenant has every location and group that a policy names.
    ///
    /// - Throws: ``DirectoryError``
    package static func check(_ policy: ConditionalAccessPolicy, in known: TenantPolicies) throws(DirectoryError) {
        let missing = (policy.conditions.locations?.ids ?? []).subtracting(known.locations.map(\.id))
        if let id = missing.min() { throw .notFound("The tenant has no named location '\(id.prefix(64))'.") }
        let unknown = groups(of: policy).subtracting(known.groups.map(\.id))
        if let id = unknown.min() { throw .notFound("The tenant has no group '\(id.prefix(64))'.") }
    }

    /// Checks that no policy names a location that is to be removed: the policy would then apply to no user, or to all.
    ///
    /// - Throws: ``DirectoryError``
    package static func checkRemoval(ofLocation id: String, from known: TenantPolicies) throws(DirectoryError) {
        guard let user = known.policies.first(where: { $0.conditions.locations?.ids.contains(id) == true }) else {
            return
        }
        throw .conflict("The policy '\(user.displayName)' names the location.")
    }

    /// Every group that a policy names.
    package static func groups(of policy: ConditionalAccessPolicy) -> Set<String> {
        policy.conditions.users.included.groups.union(policy.conditions.users.excluded.groups)
    }
}
