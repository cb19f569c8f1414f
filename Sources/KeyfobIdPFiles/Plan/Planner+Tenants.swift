import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    /// Matches the files' tenants with the stored ones, and makes those that are new.
    mutating func planTenants() throws {
        for file in files.tenants {
            let body = try document(file.node, known: FileTenant.known)
            let isBare = file.id == nil && file.domains.isEmpty && file.displayName == nil
            if isBare {
                tenantIDs.append(try defaultTenant(file).id)
            } else if let only = options.onlyTenant {
                tenantIDs.append(try self.only(only, file).id)
            } else if let known = try match(file) {
                tenantIDs.append(known.id)
            } else {
                let tenant = try newTenant(file, body)
                tenantIDs.append(tenant.id)
                target.tenants[tenant.id] = tenant
            }
        }
        if options.onlyTenant == nil { try addPlatform() }
    }

    /// The tenant that a file without one means.
    private func defaultTenant(_ file: FileTenant) throws(FileError) -> Tenant {
        if let name = options.onlyTenant ?? options.tenant {
            let key = name.lowercased()
            guard let found = target.tenants.values.first(where: { $0.id == key || $0.domains.contains(key) }) else {
                throw FileError("There is no tenant '\(name.prefix(120))'.", at: nil)
            }
            return found
        }
        guard let first = target.tenants.values.first else {
            throw FileError(
                "There is no tenant yet, and this file names none. Put its objects below 'tenants'.",
                at: file.sections.values.first?.first?.place)
        }
        return first
    }

    private func match(_ file: FileTenant) throws(FileError) -> Tenant? {
        if let id = file.id { return target.tenants[id] }
        let domains = Set(file.domains)
        if let found = target.tenants.values.first(where: { !domains.isDisjoint(with: $0.domains) }) { return found }
        guard domains.isEmpty, let name = file.displayName else { return nil }
        let named = target.tenants.values.filter { $0.displayName == name }
        guard named.count <= 1 else {
            throw FileError(
                "There are several tenants '\(name.prefix(120))'. Add the 'id', or a domain.", at: file.node.place,
                member: "displayName")
        }
        return named.first
    }

    private func newTenant(_ file: FileTenant, _ body: DirectoryDocument) throws -> Tenant {
        let node = file.node
        guard let domain = file.domains.first else {
            throw FileError(
                "A new tenant needs 'domains', a list with one name or more.", at: node.place, member: "domains")
        }
        let kind = try kind(body, node)
        let id = file.id ?? DerivedID.of("file|tenant|\(domain)")
        guard ApplicationJSON.isGUID(id) else {
            throw FileError("The member 'id' is not a GUID.", at: node.place(ofPath: "id"), member: "id")
        }
        let name = try read(node) { () throws(DirectoryError) in try body.string("displayName") }
        let salt = try read(node) { () throws(DirectoryError) in try body.string("subjectSalt") }
        var tenant = Tenant(
            id: id, displayName: name ?? domain, domains: file.domains, kind: kind,
            partialConsent: kind == .organization,
            subjectSalt: salt ?? setting.random.token())
        let createdAt = try read(node) { () throws(DirectoryError) in try body.time("createdDateTime") }
        tenant.createdAt = createdAt ?? created(node)
        return tenant
    }

    private func kind(_ body: DirectoryDocument, _ node: SourceNode) throws(FileError) -> TenantKind {
        try read(node) { () throws(DirectoryError) in
            guard let text = try body.string("kind") else { return .organization }
            guard let kind = TenantKind(rawValue: text) else {
                let names = TenantKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid(member: "kind", "is none of \(names).")
            }
            return kind
        }
    }

    /// Adds the registrations that every directory has.
    private mutating func addPlatform() throws {
        guard let first = target.tenants.values.first else { return }
        for application in setting.platform where target.applications[application.appID] == nil {
            var added = application
            added.tenantID = first.id
            target.applications[added.appID] = added
        }
    }

    /// Reads the tenants' own members, once users and groups are known.
    mutating func planSettings() throws {
        for (index, file) in files.tenants.enumerated() {
            guard var tenant = target.tenants[tenantIDs[index]], !file.settings.isEmpty else { continue }
            let node = file.node
            let body = try document(node, known: FileTenant.known)
            let old = current.tenants[tenant.id]
            let kind = try kind(body, node)
            if body.members["kind"] != nil, kind != tenant.kind {
                throw FileError("The kind of a tenant never changes.", at: node.place(ofPath: "kind"), member: "kind")
            }
            try read(node) { () throws(DirectoryError) in
                try FileTenantSettings.apply(body, to: &tenant, now: setting.now)
            }
            if let salt = try read(node, { () throws(DirectoryError) in try body.string("subjectSalt") }),
                salt != tenant.subjectSalt
            {
                throw FileError(
                    "The salt of a tenant never changes.", at: node.place(ofPath: "subjectSalt"), member: "subjectSalt")
            }
            if let names = node["administrators"]?.elements {
                tenant.administrators = try userIDs(names, in: tenant, "administrators")
            }
            try checkSettings(of: tenant, node)
            target.tenants[tenant.id] = tenant
            let written = FileTenantSettings.write(tenant, references)
            record(
                "tenant", tenant.displayName, in: tenant, from: old.map { FileTenantSettings.write($0, references) },
                to: written)
        }
    }

    /// The ids of users of a tenant, by name or id.
    func userIDs(_ nodes: [SourceNode], in tenant: Tenant, _ member: String) throws(FileError) -> [String] {
        var ids: [String] = []
        for node in nodes {
            let name = node.string ?? node["userPrincipalName"]?.string ?? node["id"]?.string ?? ""
            guard let user = references.user(name), user.tenantID == tenant.id else {
                throw FileError(
                    "The tenant has no user '\(name.prefix(113))'.", at: node.place, member: member)
            }
            if !ids.contains(user.objectID) { ids.append(user.objectID) }
        }
        return ids
    }
}
