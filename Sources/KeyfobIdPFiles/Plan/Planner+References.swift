import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// What names a removed object, by the rules of `DirectoryEditor`: here the plan has to show it before it is written.
extension Planner {
    /// Takes removed objects out of groups, roles and lists of owners, so that nothing names them. The plan shows each
    /// object that changes.
    mutating func removeReferences() throws {
        let gone = removedIDs()
        guard !gone.isEmpty else { return }
        for (key, json) in target.objects.pairs where key.kind == .group || key.kind == .servicePrincipal {
            guard let tenant = target.tenants[key.tenantID], let ids = gone[tenant.id] else { continue }
            let lists = key.kind == .group ? ["members", "owners"] : ["owners"]
            var changed = json
            var lost: [String] = []
            for name in lists {
                guard let old = json[name]?.arrayValue?.compactMap(\.stringValue), old.contains(where: ids.contains)
                else { continue }
                changed = changed.with([name: .strings(old.filter { !ids.contains($0) })])
                lost.append(name)
            }
            guard !lost.isEmpty else { continue }
            target.objects[key] = changed
            if key.kind == .group {
                recordLoss("group", json["displayName"]?.stringValue ?? key.id, in: tenant, lost)
            } else {
                let appID = json["appID"]?.stringValue ?? ""
                recordLoss("service principal", target.applications[appID]?.displayName ?? key.id, in: tenant, lost)
            }
        }
        for var application in target.applications.values {
            guard let tenant = target.tenants[application.tenantID], let ids = gone[tenant.id],
                let owners = application.owners, owners.contains(where: ids.contains)
            else { continue }
            application.owners = owners.filter { !ids.contains($0) }
            target.applications[application.appID] = application
            recordLoss("application", application.displayName, in: tenant, ["owners"])
        }
        for tenant in target.tenants.values { removeFromRoles(tenant, gone[tenant.id] ?? []) }
    }

    private mutating func removeFromRoles(_ tenant: Tenant, _ ids: Set<String>) {
        var changed = tenant
        if let old = tenant.administrators, old.contains(where: ids.contains) {
            changed.administrators = old.filter { !ids.contains($0) }
            recordLoss("tenant", tenant.displayName, in: tenant, ["administrators"])
        }
        for (template, old) in (tenant.roleMembers ?? [:]).sorted(by: { $0.key < $1.key })
        where old.contains(where: ids.contains) {
            changed.setMembers(old.filter { !ids.contains($0) }, ofRole: template)
            recordLoss("directory role", template, in: tenant, ["members"])
        }
        if changed != tenant { target.tenants[tenant.id] = changed }
    }

    /// The object ids of removed users, groups and applications, by their tenants. The objects of an application in other
    /// tenants belong to those, and stay.
    private func removedIDs() -> [String: Set<String>] {
        var gone: [String: Set<String>] = [:]
        for user in current.users.values where target.users[user.objectID] == nil {
            gone[user.tenantID, default: []].insert(user.objectID)
        }
        for (key, _) in current.objects.pairs where key.kind == .group && target.objects[key] == nil {
            gone[key.tenantID, default: []].insert(key.id)
        }
        for application in current.applications.values where target.applications[application.appID] == nil {
            gone[application.tenantID, default: []].insert(
                ServicePrincipal.objectID(of: application, in: application.tenantID))
        }
        return gone
    }

    /// Records that an object is no longer named by another one, once for each object.
    private mutating func recordLoss(_ kind: String, _ name: String, in tenant: Tenant, _ members: [String]) {
        let change = PlannedChange(
            action: .change, kind: kind, name: name, tenant: Self.name(of: tenant), members: members)
        guard
            let index = plan.changes.firstIndex(where: {
                $0.kind == kind && $0.name == name && $0.tenant == change.tenant
            })
        else {
            plan.changes.append(change)
            return
        }
        let known = plan.changes[index]
        guard known.action == .change else { return }
        let all = known.members + members.filter { !known.members.contains($0) }
        plan.changes[index] = PlannedChange(
            action: .change, kind: kind, name: name, tenant: known.tenant, members: all)
    }

    /// The groups of a tenant in which an object was, to which it returns when it is restored.
    func groups(of id: String, in tenantID: String) -> [String] {
        current.objects.pairs.filter { key, json in
            key.kind == .group && key.tenantID == tenantID && json["members"]?.arrayValue?.contains(.string(id)) == true
        }.map(\.key.id)
    }
}
