import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    /// Checks each object that changes by the limits that all writing of the directory has.
    func checkLimits() throws {
        for tenant in target.tenants.values where current.tenants[tenant.id] != tenant {
            let index = tenantIDs.firstIndex(of: tenant.id)
            try limited(at: index.map { files.tenants[$0].node.place }) { () throws(DirectoryError) in
                try ObjectLimits.check(tenant)
            }
        }
        for user in target.users.values where current.users[user.objectID] != user {
            try limited("user", user.objectID) { () throws(DirectoryError) in try ObjectLimits.check(user) }
        }
        for application in target.applications.values where current.applications[application.appID] != application {
            try limited("application", application.appID) { () throws(DirectoryError) in
                try ObjectLimits.check(application)
            }
        }
        for (key, json) in target.objects.pairs where current.objects[key] != json { try check(key, json) }
        for (_, consent) in target.consents.pairs where consent.scopes.count > ObjectLimits.mostEntries {
            throw FileError("A grant has at most \(ObjectLimits.mostEntries) permissions.", at: nil)
        }
        try checkRoom()
    }

    private func check(_ key: DirectoryState.ObjectKey, _ json: JSONValue) throws {
        let kind: String
        let check: () throws -> Void
        switch key.kind {
        case .group:
            kind = "group"
            check = { try ObjectLimits.check(try UserGroup(json, id: key.id)) }
        case .policy:
            kind = "policy"
            check = { try ObjectLimits.check(try ConditionalAccessPolicy(json, id: key.id)) }
        case .namedLocation:
            kind = "named location"
            check = { try ObjectLimits.check(try NamedLocation(json, id: key.id)) }
        case .servicePrincipal:
            kind = "service principal"
            check = {
                let object = DirectoryObject(
                    kind: key.kind, id: key.id, tenantID: key.tenantID, document: json.text())
                try ObjectLimits.check(try ServicePrincipalSettings(object))
            }
        }
        do { try check() } catch let error as DirectoryError {
            throw FileError(error.message, at: claims["\(kind)|\(key.id)"], member: error.member)
        }
    }

    /// Checks the numbers of each tenant's objects, where they grow.
    private func checkRoom() throws {
        let (old, new) = (ObjectCounts.byTenant(current), ObjectCounts.byTenant(target))
        for (tenantID, counts) in new.sorted(by: { $0.key < $1.key }) {
            let before = old[tenantID] ?? ObjectCounts()
            if counts.policies > before.policies || counts.locations > before.locations {
                try limited(at: nil) { () throws(DirectoryError) in
                    try ObjectLimits.checkRoom(policies: counts.policies, locations: counts.locations)
                }
            }
            guard counts.users > before.users || counts.inMemory > before.inMemory else { continue }
            let deleted = try transaction.objectCount(tenantID: tenantID) - before.users
            try limited(at: nil) { () throws(DirectoryError) in
                try ObjectLimits.checkRoom(inMemory: counts.inMemory, others: counts.users + deleted)
            }
        }
    }

    private func limited(_ kind: String, _ id: String, _ body: () throws(DirectoryError) -> Void) throws(FileError) {
        try limited(at: claims["\(kind)|\(id)"], body)
    }

    private func limited(at place: SourcePlace?, _ body: () throws(DirectoryError) -> Void) throws(FileError) {
        do { try body() } catch { throw FileError(error.message, at: place, member: error.member) }
    }
}

/// The numbers of a tenant's objects.
private struct ObjectCounts {
    var users = 0
    /// Applications, their settings, and groups.
    var inMemory = 0
    var policies = 0
    var locations = 0

    static func byTenant(_ state: DirectoryState) -> [String: ObjectCounts] {
        var counts: [String: ObjectCounts] = [:]
        for user in state.users.values { counts[user.tenantID, default: ObjectCounts()].users += 1 }
        for application in state.applications.values {
            counts[application.tenantID, default: ObjectCounts()].inMemory += 1
        }
        for (key, _) in state.objects.pairs {
            switch key.kind {
            case .policy: counts[key.tenantID, default: ObjectCounts()].policies += 1
            case .namedLocation: counts[key.tenantID, default: ObjectCounts()].locations += 1
            case .group, .servicePrincipal: counts[key.tenantID, default: ObjectCounts()].inMemory += 1
            }
        }
        return counts
    }
}
