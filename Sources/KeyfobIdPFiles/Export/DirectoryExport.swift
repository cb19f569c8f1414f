import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
package import KeyfobIdPModel
import KeyfobYAML

extension DirectoryFiles {
    /// Writes a directory as YAML: the same text for the same directory, without what is the default.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - tenant: the id or domain of the only tenant to write; nil writes all.
    ///   - withSecrets: whether to write the hashes of passwords and secrets, second factors, and the salts of pairwise
    ///     subjects.
    ///   - platform: the registrations of the platform's vendor, which are left out as long as they are unchanged.
    ///   - isForTenant: whether the file is for the tenant's own administrator, so that the vendor's registrations are
    ///     left out even if the provider's administrator has changed them.
    /// - Throws: ``FileError`` if there is no such tenant; the store's error.
    package static func export(
        _ store: any IdPStore, tenant: String? = nil, withSecrets: Bool = false, platform: [Application],
        isForTenant: Bool = false
    ) async throws -> String {
        let state = try await store.transaction { try DirectoryState($0, withFactors: withSecrets) }
        let name = tenant?.lowercased()
        let tenants = state.tenants.values.filter { name == nil || $0.id == name || $0.domains.contains(name ?? "") }
        guard name == nil || !tenants.isEmpty else {
            throw FileError("There is no tenant '\(tenant?.prefix(120) ?? "")'.", at: nil)
        }
        let writing = DirectoryExport(
            state: state, withSecrets: withSecrets, platform: platform, isForTenant: isForTenant)
        return YAMLWriter.text(of: ["tenants": .array(try tenants.map(writing.tenant))], order: .directory)
    }
}

/// Writes the objects of a tenant.
struct DirectoryExport {
    let state: DirectoryState
    let references: References
    let withSecrets: Bool
    private let platform: [String: Application]
    private let isForTenant: Bool

    init(state: DirectoryState, withSecrets: Bool, platform: [Application], isForTenant: Bool) {
        self.state = state
        self.isForTenant = isForTenant
        self.withSecrets = withSecrets
        references = References(state)
        self.platform = Dictionary(platform.map { ($0.appID, $0) }) { first, _ in first }
    }

    func tenant(_ tenant: Tenant) throws -> JSONValue {
        var members = FileTenantSettings.write(tenant, references, withSecrets: withSecrets).objectValue ?? [:]
        members["users"] = .array(users(tenant))
        members["groups"] = .array(state.objects(.group, in: tenant.id).map { group($0.json, tenant) })
        members["applications"] = .array(applications(tenant))
        members["servicePrincipals"] = .array(try principals(tenant))
        members["directoryRoles"] = .array(roles(tenant))
        members["appRoleAssignments"] = .array(assignments(tenant))
        members["oauth2PermissionGrants"] = .array(grants(tenant))
        members["conditionalAccess"] = [
            "policies": .array(sorted(state.objects(.policy, in: tenant.id).map(\.json.plain))),
            "namedLocations": .array(sorted(state.objects(.namedLocation, in: tenant.id).map(\.json.plain))),
        ]
        // Of a kind without objects nothing is written: a list, even an empty one, is pruned.
        return JSONValue.object(members).plain
    }

    private func users(_ tenant: Tenant) -> [JSONValue] {
        state.users.values.filter { $0.tenantID == tenant.id }
            .sorted {
                ($0.userPrincipalName.lowercased(), $0.objectID) < ($1.userPrincipalName.lowercased(), $1.objectID)
            }
            .map { FileUser.write($0, withPassword: withSecrets, factors: state.factors[$0.objectID]) }
    }

    private func group(_ json: JSONValue, _ tenant: Tenant) -> JSONValue {
        var changed = json
        for name in ["members", "owners"] {
            guard let ids = json[name]?.arrayValue?.compactMap(\.stringValue) else { continue }
            changed = changed.with([name: .strings(ids.map { self.name(of: $0, in: tenant) }.sorted())])
        }
        return changed
    }

    /// How a file names an object: a user by the principal name, others by the id.
    private func name(of id: String, in tenant: Tenant) -> String {
        guard let user = references.user(id), user.tenantID == tenant.id else { return id }
        return user.userPrincipalName
    }

    private func applications(_ tenant: Tenant) -> [JSONValue] {
        let own = state.applications.values.filter { application in
            guard application.tenantID == tenant.id, !isForTenant || application.isFirstParty != true else {
                return false
            }
            guard var known = platform[application.appID] else { return true }
            known.tenantID = application.tenantID
            return !isForTenant && known != application
        }
        return sorted(
            own.map { application in
                FileApplication.write(
                    application, withSecrets: withSecrets,
                    owners: (application.owners ?? []).map { name(of: $0, in: tenant) }.sorted())
            })
    }

    private func principals(_ tenant: Tenant) throws -> [JSONValue] {
        try state.objects(.servicePrincipal, in: tenant.id).compactMap { id, json in
            let settings = try Planner.settings(json, id, tenant)
            guard settings.isPresent, let application = state.applications[settings.appID] else { return nil }
            var written = Planner.write(settings, application)
            written = written.with([
                "displayName": .string(application.displayName),
                "owners": .strings(settings.owners.map { name(of: $0, in: tenant) }.sorted()),
            ])
            return written
        }
    }

    private func roles(_ tenant: Tenant) -> [JSONValue] {
        (tenant.roleMembers ?? [:]).sorted { $0.key < $1.key }.map { template, ids in
            ["roleTemplateId": .string(template), "members": .strings(ids.map(references.userName).sorted())]
        }
    }

    private func assignments(_ tenant: Tenant) -> [JSONValue] {
        state.consents.pairs.filter { $0.key.tenantID == tenant.id }.flatMap { key, consent -> [JSONValue] in
            guard [Consent.application, Consent.assignment].contains(key.userID),
                state.applications[key.resourceID] != nil, exists(key, in: tenant)
            else { return [] }
            return consent.scopes.sorted().map { role in
                [
                    "principalId": .string(name(of: key.clientID, in: tenant)), "resourceId": .string(key.resourceID),
                    "appRoleId": .string(role),
                ]
            }
        }
    }

    /// Whether the owner of roles exists.
    private func exists(_ key: DirectoryState.ConsentKey, in tenant: Tenant) -> Bool {
        guard key.userID == Consent.assignment else { return state.applications[key.clientID] != nil }
        return state.users[key.clientID] != nil || !references.groups(key.clientID, in: tenant.id).isEmpty
    }

    private func grants(_ tenant: Tenant) -> [JSONValue] {
        state.consents.pairs.filter { $0.key.tenantID == tenant.id }.compactMap { key, consent in
            guard ![Consent.application, Consent.assignment].contains(key.userID),
                state.applications[key.resourceID] != nil, state.applications[key.clientID] != nil
            else { return nil }
            let isForAll = key.userID == Consent.everyone
            guard isForAll || state.users[key.userID] != nil else { return nil }
            var members: [String: JSONValue] = [
                "clientId": .string(key.clientID), "resourceId": .string(key.resourceID),
                "consentType": isForAll ? "AllPrincipals" : "Principal",
                "scope": .string(consent.scopes.joined(separator: " ")),
            ]
            if !isForAll { members["principalId"] = .string(name(of: key.userID, in: tenant)) }
            if !consent.refused.isEmpty { members["refused"] = .strings(consent.refused) }
            return .object(members)
        }
    }

    private func sorted(_ objects: [JSONValue]) -> [JSONValue] {
        func key(_ json: JSONValue) -> String {
            (json["displayName"]?.stringValue ?? "") + "|"
                + (json["appId"]?.stringValue ?? json["id"]?.stringValue ?? "")
        }
        return objects.sorted { key($0) < key($1) }
    }
}
