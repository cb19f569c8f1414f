import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel

extension Planner {
    /// Removes what the files do not name, of the kinds that they mention for a tenant. Tenants themselves, and the
    /// registrations of the platform's vendor, stay.
    mutating func prune() throws {
        for (index, file) in files.tenants.enumerated() {
            guard let tenant = target.tenants[tenantIDs[index]] else { continue }
            let mentioned = Set(
                files.tenants.indices.filter { tenantIDs[$0] == tenant.id }.flatMap { files.tenants[$0].sections.keys })
            // Several elements may mean one tenant, which is pruned once.
            guard tenantIDs.firstIndex(of: tenant.id) == index, !mentioned.isEmpty || !file.sections.isEmpty else {
                continue
            }
            if mentioned.contains(.appRoleAssignments) { pruneAssignments(tenant) }
            if mentioned.contains(.oauth2PermissionGrants) { pruneGrants(tenant) }
            if mentioned.contains(.policies) { pruneObjects(.policy, "policy", tenant) }
            if mentioned.contains(.namedLocations) { pruneObjects(.namedLocation, "named location", tenant) }
            if mentioned.contains(.directoryRoles) { pruneRoles(tenant) }
            if mentioned.contains(.groups) { pruneObjects(.group, "group", tenant) }
            if mentioned.contains(.servicePrincipals) { try prunePrincipals(tenant) }
            if mentioned.contains(.applications) { pruneApplications(tenant) }
            if mentioned.contains(.users) { pruneUsers(tenant) }
        }
        try removeReferences()
    }

    private mutating func pruneUsers(_ tenant: Tenant) {
        for user in current.users.values where user.tenantID == tenant.id && !isClaimed("user", user.objectID) {
            target.users[user.objectID] = nil
            recordRemoval("user", user.userPrincipalName, in: tenant)
        }
    }

    private mutating func pruneApplications(_ tenant: Tenant) {
        for application in current.applications.values
        where application.tenantID == tenant.id && !isClaimed("application", application.appID)
            && !isOfPlatform(application)
        {
            target.applications[application.appID] = nil
            recordRemoval("application", application.displayName, in: tenant)
        }
    }

    private mutating func pruneObjects(_ kind: DirectoryObject.Kind, _ word: String, _ tenant: Tenant) {
        for (id, json) in current.objects(kind, in: tenant.id) where !isClaimed(word, id) {
            target.objects[.init(kind: kind, tenantID: tenant.id, id: id)] = nil
            recordRemoval(word, json["displayName"]?.stringValue ?? id, in: tenant)
        }
    }

    private mutating func prunePrincipals(_ tenant: Tenant) throws {
        for (id, json) in current.objects(.servicePrincipal, in: tenant.id) where !isClaimed("service principal", id) {
            // One that is removed already stays so.
            guard try Self.settings(json, id, tenant).isPresent else { continue }
            target.objects[.init(kind: .servicePrincipal, tenantID: tenant.id, id: id)] = nil
            let appID = json["appID"]?.stringValue ?? ""
            recordRemoval("service principal", current.applications[appID]?.displayName ?? id, in: tenant)
        }
    }

    private mutating func pruneRoles(_ tenant: Tenant) {
        guard var changed = target.tenants[tenant.id] else { return }
        for (template, ids) in (changed.roleMembers ?? [:]).sorted(by: { $0.key < $1.key })
        where !isClaimed("directory role", "\(tenant.id)|\(template)") && !ids.isEmpty {
            changed.setMembers([], ofRole: template)
            recordRemoval("directory role", template, in: tenant)
        }
        target.tenants[tenant.id] = changed
    }

    private mutating func pruneAssignments(_ tenant: Tenant) {
        for (key, consent) in current.consents.pairs
        where key.tenantID == tenant.id && [Consent.application, Consent.assignment].contains(key.userID) {
            let kept = consent.scopes.filter { isClaimed("app role assignment", Self.claim(key, $0)) }
            guard kept != consent.scopes, var changed = target.consents[key] else { continue }
            for scope in consent.scopes where !kept.contains(scope) {
                changed.scopes.removeAll { $0 == scope }
                let api = current.applications[key.resourceID]?.displayName ?? key.resourceID
                recordRemoval("app role assignment", "\(scope) of \(api)", in: tenant)
            }
            target.consents[key] = changed
        }
    }

    private mutating func pruneGrants(_ tenant: Tenant) {
        for (key, _) in current.consents.pairs
        where key.tenantID == tenant.id && ![Consent.application, Consent.assignment].contains(key.userID)
            && !isClaimed("permission grant", Self.claim(key, ""))
        {
            target.consents[key] = Self.consent(key)
            let client = current.applications[key.clientID]?.displayName ?? key.clientID
            let api = current.applications[key.resourceID]?.displayName ?? key.resourceID
            let person = current.users[key.userID].map { " for \($0.userPrincipalName)" } ?? ""
            recordRemoval("permission grant", "\(client) at \(api)\(person)", in: tenant)
        }
    }
}
