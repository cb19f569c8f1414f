#if Server
package import KeyfobCore

extension Account {
    /// The account as JSON, as in the output of the tools.
    package var json: JSONValue {
        [
            "identifier": .string(identifier), "username": username.map { .string($0) } ?? .null,
            "environment": .string(environment), "tenant": homeTenant.map { .string($0) } ?? .null,
        ]
    }

    /// The id of the account's home tenant, if it is known.
    package var homeTenant: String? { (tenantProfiles.first { $0.isHomeTenant } ?? tenantProfiles.first)?.tenantID }
}
#endif
