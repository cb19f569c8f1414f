import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    /// Checks what concerns several objects: names that are unique, and objects that others name.
    func checkAll() throws {
        try checkDomains()
        try checkUsers()
        try checkApplications()
        try checkPolicies()
        try checkAdministrators()
        try checkLimits()
    }

    private func place(_ kind: String, _ id: String) -> SourcePlace? { claims["\(kind)|\(id)"] }

    private func checkDomains() throws(FileError) {
        var owners: [String: Tenant] = [:]
        for tenant in target.tenants.values {
            for name in tenant.domains + (tenant.hosts ?? []) {
                guard let other = owners.updateValue(tenant, forKey: name.lowercased()), other.id != tenant.id else {
                    continue
                }
                let index = tenantIDs.firstIndex(of: tenant.id) ?? tenantIDs.firstIndex(of: other.id)
                throw FileError(
                    "The tenants '\(other.displayName)' and '\(tenant.displayName)' both have '\(name.prefix(120))'.",
                    at: index.map { files.tenants[$0].node.place(ofPath: "domains") }, member: "domains")
            }
        }
    }

    private func checkUsers() throws(FileError) {
        var owners: [String: String] = [:]
        for user in target.users.values {
            guard let other = owners.updateValue(user.objectID, forKey: user.userPrincipalName.lowercased()) else {
                continue
            }
            throw FileError(
                "Two users are called '\(user.userPrincipalName)'.",
                at: place("user", user.objectID) ?? place("user", other), member: "userPrincipalName")
        }
    }

    private func checkApplications() throws(FileError) {
        var owners: [String: String] = [:]
        var objects: [String: String] = [:]
        let rule = IdentifierURIRule(setting.reserved, tenants: target.tenants.values)
        for application in target.applications.values {
            do {
                // Files are of the provider's administrator, or of one of the tenant.
                try rule.check(
                    application, replacing: current.applications[application.appID], byAdministrator: true)
            } catch {
                throw FileError(
                    error.message, at: place("application", application.appID), member: "identifierUris")
            }
            if let other = objects.updateValue(application.appID, forKey: application.objectID) {
                throw FileError(
                    "Two applications have the object id '\(application.objectID)'.",
                    at: place("application", application.appID) ?? place("application", other), member: "id")
            }
            for uri in Directory.names(of: application).sorted() {
                guard let other = owners.updateValue(application.appID, forKey: uri) else { continue }
                throw FileError(
                    "Two applications have the identifier URI '\(uri.prefix(256))'.",
                    at: place("application", application.appID) ?? place("application", other),
                    member: "identifierUris")
            }
        }
    }

    /// A policy whose group or location does not exist would apply to no user, or to all.
    private func checkPolicies() throws {
        for tenant in target.tenants.values where options.onlyTenant == nil || tenant.id == options.onlyTenant {
            let groups = Set(target.objects(.group, in: tenant.id).map(\.id))
            let locations = Set(target.objects(.namedLocation, in: tenant.id).map(\.id))
            for (id, json) in target.objects(.policy, in: tenant.id) {
                guard let policy = try? ConditionalAccessPolicy(json, id: id) else { continue }
                let users = policy.conditions.users
                if let missing = users.included.groups.union(users.excluded.groups).subtracting(groups).min() {
                    throw FileError(
                        "The policy '\(policy.displayName)' names the group '\(missing.prefix(64))', which does not exist.",
                        at: place("policy", id), member: "conditions.users")
                }
                if let missing = (policy.conditions.locations?.ids ?? []).subtracting(locations).min() {
                    throw FileError(
                        "The policy '\(policy.displayName)' names the location '\(missing.prefix(64))', which does not exist.",
                        at: place("policy", id), member: "conditions.locations")
                }
            }
        }
    }

    /// A directory that has Global Administrators keeps one: without, no user could give the role back.
    private func checkAdministrators() throws(FileError) {
        for tenant in target.tenants.values where (tenant.administrators ?? []).isEmpty {
            guard current.tenants[tenant.id]?.administrators?.isEmpty == false else { continue }
            let node = tenantIDs.firstIndex(of: tenant.id).map { files.tenants[$0].node }
            throw FileError(
                "The tenant '\(Self.name(of: tenant))' would have no Global Administrator. Name one in 'administrators'.",
                at: node?.place(ofPath: "administrators"), member: "administrators")
        }
    }
}
