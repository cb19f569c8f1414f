import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    /// Members of an export that describe what is not here.
    private static let ignored: Set<String> = [
        "assignedLabels", "assignedLicenses", "creationOptions", "deletedDateTime", "expirationDateTime",
        "hasMembersWithLicenseErrors", "infoCatalogs", "isManagementRestricted", "licenseProcessingState",
        "onPremisesDomainName", "organizationId", "proxyAddresses", "renewedDateTime", "resourceBehaviorOptions",
        "resourceProvisioningOptions", "securityIdentifier", "serviceProvisioningErrors", "welcomeMessageEnabled",
        "writebackConfiguration", "isSubscribedByMail", "unseenCount", "autoSubscribeNewMembers",
        "allowExternalSenders", "hideFromAddressLists", "hideFromOutlookClients", "accessType", "isFavorite",
    ]

    mutating func planGroups() throws {
        var read: [(node: SourceNode, tenant: Tenant, id: String)] = []
        for (file, tenant) in nodes(.groups) {
            let node = file.without { Self.ignored.contains($0) || $0.hasPrefix("onPremises") }
            guard node.members != nil else { throw FileError("Here belongs an object.", at: node.place) }
            let name = node["displayName"]?.string
            let id = try groupID(node, name: name, in: tenant)
            try claim("group", id, node, name: name ?? id)
            let key = DirectoryState.ObjectKey(kind: .group, tenantID: tenant.id, id: id)
            // The name first, because groups are members of groups.
            let stored = target.objects[key] ?? ["members": []]
            target.objects[key] = stored.with([
                "id": .string(id), "displayName": node["displayName"]?.json ?? stored["displayName"],
            ])
            read.append((node, tenant, id))
        }
        references = targetReferences()
        for (node, tenant, id) in read {
            let key = DirectoryState.ObjectKey(kind: .group, tenantID: tenant.id, id: id)
            var members = target.objects[key]?.objectValue ?? [:]
            for member in node.members ?? [] {
                members[member.name] = member.node.isNull ? nil : member.node.json
            }
            for name in ["members", "owners"] {
                guard let elements = node[name]?.elements else { continue }
                members[name] = .strings(
                    Set(try elements.map { try principal($0, in: tenant, name).id }).sorted())
            }
            members["id"] = .string(id)
            let old = current.objects[key]
            if old == nil, members["createdDateTime"] == nil {
                members["createdDateTime"] = created(node).map { .string(GraphTime.text($0)) }
            }
            let group: UserGroup
            do { group = try UserGroup(.object(members), id: id) } catch {
                throw FileError(
                    "The member \(error.description)", at: node.place(ofPath: error.path), member: error.path)
            }
            let isChanged = record("group", group.displayName, in: tenant, from: old, to: group.json)
            target.objects[key] = isChanged ? group.json : old
        }
    }

    private func groupID(_ node: SourceNode, name: String?, in tenant: Tenant) throws -> String {
        if let id = node["id"]?.string?.lowercased() {
            guard ApplicationJSON.isGUID(id) else {
                throw FileError("The member 'id' is not a GUID.", at: node.place(ofPath: "id"), member: "id")
            }
            return id
        }
        guard let name else {
            throw FileError("The member 'displayName' is missing.", at: node.place, member: "displayName")
        }
        if let found = try oneGroup(name, in: tenant, at: node.place) { return found }
        return try newID("group", name, in: tenant) { id in
            current.objects[.init(kind: .group, tenantID: tenant.id, id: id)] != nil
        }
    }
}
