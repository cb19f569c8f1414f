import KeyfobCore
package import KeyfobIdPModel

/// The policies, locations and groups of a tenant, parsed.
package struct TenantPolicies: Sendable {
    /// The policies.
    package var policies: [ConditionalAccessPolicy] = []
    /// The named locations.
    package var locations: [NamedLocation] = []
    /// The groups.
    package var groups: [UserGroup] = []

    /// Makes those of a tenant that has none.
    package init() {}

    /// Reads those of every tenant. Objects that were accepted once are parsed again: one that is no longer understood
    /// is an error, and the provider then refuses every request rather than ignore a policy.
    package static func all(_ objects: [DirectoryObject]) throws -> [String: TenantPolicies] {
        var all: [String: TenantPolicies] = [:]
        for object in objects {
            let json = try JSONValue(parsing: object.document)
            switch object.kind {
            case .policy: all[object.tenantID, default: .init()].policies.append(try .init(json, id: object.id))
            case .namedLocation: all[object.tenantID, default: .init()].locations.append(try .init(json, id: object.id))
            case .servicePrincipal: break
            case .group: all[object.tenantID, default: .init()].groups.append(try .init(json, id: object.id))
            }
        }
        return all
    }

    /// The named locations to which an address belongs; empty without an address.
    package func location(of address: String?) -> SignInFacts.Location {
        guard let address else { return SignInFacts.Location() }
        let here = locations.filter { $0.ranges.contains { $0.contains(address) } }
        return SignInFacts.Location(ids: Set(here.map(\.id)), isTrusted: here.contains(where: \.isTrusted))
    }

    /// The groups of which an object is a member itself.
    package func directGroups(of objectID: String) -> [String] {
        groups.filter { $0.members.contains(objectID.lowercased()) }.map(\.id).sorted()
    }

    /// The groups to which an object belongs, directly or as a member of another group.
    package func groups(of objectID: String) -> Set<String> {
        var found: Set<String> = []
        var next: Set<String> = [objectID.lowercased()]
        while !next.isEmpty {
            let direct = groups.filter { !$0.members.isDisjoint(with: next) }.map(\.id)
            next = Set(direct).subtracting(found)
            found.formUnion(next)
        }
        return found
    }
}
