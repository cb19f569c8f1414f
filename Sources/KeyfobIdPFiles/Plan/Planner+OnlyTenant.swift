import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

/// The limits of files that a tenant's own administrator applies.
extension Planner {
    /// Whether a registration is one of the platform's vendor.
    func isOfPlatform(_ application: Application) -> Bool {
        application.isOfPlatform || setting.platform.contains { $0.appID == application.appID }
    }

    /// The only tenant that files may name.
    ///
    /// - Throws: ``FileError`` if they name another one, in the same words whether it exists or not.
    func only(_ id: String, _ file: FileTenant) throws(FileError) -> Tenant {
        guard let tenant = target.tenants[id] else { throw FileError("The directory does not exist.", at: nil) }
        let domains = Set(tenant.domains.map { $0.lowercased() })
        let isMeant: Bool =
            if let named = file.id {
                named == tenant.id
            } else if !file.domains.isEmpty {
                !domains.isDisjoint(with: file.domains)
            } else {
                file.displayName == tenant.displayName
            }
        guard isMeant else {
            let member = file.id != nil ? "id" : file.domains.isEmpty ? "displayName" : "domains"
            throw FileError(
                "This names another tenant than '\(Self.name(of: tenant))'. Here a file describes your own directory only; "
                    + "the provider's administrator can apply it with 'keyfob idp apply'.",
                at: file.node.place(ofPath: member), member: member)
        }
        return tenant
    }

    /// Checks that the tenant's own members change nothing that belongs to the provider.
    func checkSettings(of tenant: Tenant, _ node: SourceNode) throws(FileError) {
        guard options.onlyTenant != nil, let old = current.tenants[tenant.id] else { return }
        let changes: [(member: String, isSame: Bool)] = [
            ("domains", old.domains == tenant.domains), ("hosts", old.hosts == tenant.hosts),
            ("cloud", old.cloud == tenant.cloud), ("userFlows", old.policies == tenant.policies),
        ]
        guard let member = changes.first(where: { !$0.isSame })?.member else { return }
        throw FileError(
            "The member '\(member)' belongs to the provider, and stays as it is. Its administrator can change it with "
                + "'keyfob idp apply'.", at: node.place(ofPath: member), member: member)
    }

    /// Checks that a new name of a user is in a domain of the tenant.
    func checkName(_ name: String, of old: User?, in tenant: Tenant, _ node: SourceNode) throws(FileError) {
        guard options.onlyTenant != nil, old?.userPrincipalName != name else { return }
        try read(node) { () throws(DirectoryError) in try UserRules.check(newName: name, in: tenant) }
    }

    /// Checks that a file does not choose the home of a guest, which is a user of another tenant.
    func checkHome(_ home: String, of user: User, _ node: SourceNode) throws(FileError) {
        guard let stored = user.homeUserID, home.lowercased() == stored else {
            throw FileError(
                "Here a file makes no guests. Invite the user with Microsoft Graph ('POST /invitations').",
                at: node.place(ofPath: "homeUserId"), member: "homeUserId")
        }
    }

    /// Checks the whole result: nothing of other tenants and of the platform's vendor changes, and no new object takes an
    /// id that another tenant has, or can restore.
    func checkOnlyTenant() throws {
        guard let only = options.onlyTenant else { return }
        if let user = options.administrator {
            guard current.tenants[only]?.administrators?.contains(user) == true, current.users[user]?.isEnabled == true
            else { throw FileError("You are no longer a Global Administrator of this directory.", at: nil) }
        }
        for application in target.applications.values {
            let old = current.applications[application.appID]
            guard old != application else { continue }
            guard !isOfPlatform(application), old.map(isOfPlatform) != true, old?.familyID == application.familyID
            else {
                throw FileError(
                    "The registration '\(application.displayName)' belongs to the platform's vendor, or would do so. It "
                        + "stays as it is.", at: claims["application|\(application.appID)"])
            }
            let place = claims["application|\(application.appID)"]
            do { _ = try ProviderMembers.checked(application, replacing: old) } catch {
                throw FileError(error.message, at: place, member: error.member)
            }
        }
        for user in target.users.values where user.isDemonstration && current.users[user.objectID] != user {
            guard current.users[user.objectID]?.isDemonstration != true else { continue }
            throw FileError(
                "The member 'isDemonstration' belongs to the provider. Leave it out.",
                at: claims["user|\(user.objectID)"], member: "isDemonstration")
        }
        try checkOthers(only)
        try checkNewIDs(only)
    }

    private func checkOthers(_ only: String) throws(FileError) {
        func isSame<Key, Value: Equatable>(
            _ path: KeyPath<DirectoryState, Rows<Key, Value>>, _ tenant: (Key, Value) -> String
        )
            -> Bool
        {
            let (old, new) = (current[keyPath: path], target[keyPath: path])
            return old.pairs.allSatisfy { tenant($0.key, $0.value) == only || new[$0.key] == $0.value }
                && new.pairs.allSatisfy { tenant($0.key, $0.value) == only || old[$0.key] == $0.value }
        }
        let users = target.users
        guard isSame(\.tenants, { key, _ in key }), isSame(\.users, { $1.tenantID }),
            isSame(\.applications, { $1.tenantID }), isSame(\.objects, { key, _ in key.tenantID }),
            isSame(\.consents, { key, _ in key.tenantID }),
            target.factors.values.allSatisfy({ users[$0.userID]?.tenantID == only })
        else { throw FileError("The file would change another tenant.", at: nil) }
    }

    private func checkNewIDs(_ only: String) throws {
        var taken = Set(current.tenants.values.map(\.id))
        for user in current.users.values where user.tenantID != only { taken.insert(user.objectID) }
        for application in current.applications.values where application.tenantID != only {
            taken.formUnion([application.appID, application.objectID.lowercased()])
        }
        for (key, _) in current.objects.pairs where key.tenantID != only { taken.insert(key.id) }
        // A consent may name a client that is deleted, and comes back.
        for (key, _) in current.consents.pairs where key.tenantID != only {
            taken.formUnion([key.userID, key.clientID, key.resourceID])
        }
        var new: [(kind: String, id: String, place: String)] = []
        for id in target.users.pairs.map(\.key) where current.users[id] == nil { new.append(("user", id, id)) }
        for application in target.applications.values where current.applications[application.appID] == nil {
            new.append(("application", application.appID, application.appID))
            new.append(("application", application.objectID.lowercased(), application.appID))
        }
        let words: [DirectoryObject.Kind: String] = [
            .group: "group", .policy: "policy", .namedLocation: "named location",
        ]
        for (key, _) in target.objects.pairs where current.objects[key] == nil {
            if let word = words[key.kind] { new.append((word, key.id, key.id)) }
        }
        for (kind, id, claim) in new {
            let deleted = try transaction.deletedItem(id: id)
            guard taken.contains(id) || (deleted != nil && deleted?.tenantID != only) else { continue }
            throw FileError(
                "The \(kind) has an id that is taken: '\(id.prefix(64))'. Leave it out.",
                at: claims["\(kind)|\(claim)"],
                member: "id")
        }
    }
}
