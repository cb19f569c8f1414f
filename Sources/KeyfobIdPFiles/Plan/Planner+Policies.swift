import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    mutating func planLocations() throws {
        for (node, tenant) in nodes(.namedLocations) {
            try planObject(node, .namedLocation, "named location", in: tenant) { json, id in
                .object(try NamedLocation(json, id: id).document)
            }
        }
    }

    mutating func planPolicies() throws {
        for (node, tenant) in nodes(.policies) {
            let named = try withIDs(node, in: tenant)
            try planObject(named, .policy, "policy", in: tenant) { json, id in
                .object(try ConditionalAccessPolicy(json, id: id).document)
            }
        }
    }

    /// Reads a policy or a location, which a file always has as a whole.
    private mutating func planObject(
        _ node: SourceNode, _ kind: DirectoryObject.Kind, _ word: String, in tenant: Tenant,
        _ read: (JSONValue, String) throws -> JSONValue
    ) throws {
        guard node.members != nil else { throw FileError("Here belongs an object.", at: node.place) }
        let name = node["displayName"]?.string ?? ""
        let id = try objectID(node, kind, word, name: name, in: tenant)
        try claim(word, id, node, name: name)
        let document: JSONValue
        do { document = try read(node.json, id) } catch let error as PolicyFormatError {
            throw FileError("The member \(error.description)", at: node.place(ofPath: error.path), member: error.path)
        }
        let key = DirectoryState.ObjectKey(kind: kind, tenantID: tenant.id, id: id)
        if record(word, name, in: tenant, from: current.objects[key], to: document) { target.objects[key] = document }
    }

    private func objectID(
        _ node: SourceNode, _ kind: DirectoryObject.Kind, _ word: String, name: String, in tenant: Tenant
    ) throws -> String {
        if let id = node["id"]?.string?.lowercased() {
            guard ApplicationJSON.isGUID(id) else {
                throw FileError("The member 'id' is not a GUID.", at: node.place(ofPath: "id"), member: "id")
            }
            return id
        }
        let named = current.objects(kind, in: tenant.id).filter { $0.json["displayName"]?.stringValue == name }
        guard named.count <= 1 else {
            throw FileError(
                "There are several objects of this kind called '\(name.prefix(120))': add the 'id'.", at: node.place)
        }
        if let found = named.first { return found.id }
        return try newID(word, name, in: tenant) { id in
            current.objects[.init(kind: kind, tenantID: tenant.id, id: id)] != nil
        }
    }

    /// The policy with ids for the names of users, groups, applications and locations.
    private func withIDs(_ node: SourceNode, in tenant: Tenant) throws -> SourceNode {
        let lists: [[String]: (SourceNode) throws -> String?] = [
            ["conditions", "users", "includeUsers"]: { references.user($0.string ?? "")?.objectID },
            ["conditions", "users", "excludeUsers"]: { references.user($0.string ?? "")?.objectID },
            ["conditions", "users", "includeGroups"]: { try oneGroup($0.string ?? "", in: tenant, at: $0.place) },
            ["conditions", "users", "excludeGroups"]: { try oneGroup($0.string ?? "", in: tenant, at: $0.place) },
            ["conditions", "applications", "includeApplications"]: {
                try oneApplication($0.string ?? "", in: tenant, at: $0.place, isOptional: true)?.appID
            },
            ["conditions", "applications", "excludeApplications"]: {
                try oneApplication($0.string ?? "", in: tenant, at: $0.place, isOptional: true)?.appID
            },
            ["conditions", "locations", "includeLocations"]: { try location($0, in: tenant) },
            ["conditions", "locations", "excludeLocations"]: { try location($0, in: tenant) },
        ]
        var out = node
        for (path, id) in lists {
            out = try out.replacing(path[...]) { element in
                guard let text = element.string, !Self.words.contains(text), !ApplicationJSON.isGUID(text.lowercased()),
                    let member = path.last
                else { return element }
                guard let found = try id(element) else {
                    throw FileError(
                        "There is nothing called '\(text.prefix(120))' that '\(member)' could mean.", at: element.place,
                        member: path.joined(separator: "."))
                }
                return SourceNode(value: .string(found), place: element.place)
            }
        }
        return out
    }

    /// What the lists of a policy contain besides ids.
    private static let words: Set<String> = [
        "All", "None", "GuestsOrExternalUsers", "AllTrusted", "Office365", "MicrosoftAdminPortals",
    ]

    private func location(_ node: SourceNode, in tenant: Tenant) throws(FileError) -> String? {
        let found = references.locations(node.string ?? "", in: tenant.id)
        guard found.count <= 1 else {
            throw FileError("Several named locations have this name; write the 'id'.", at: node.place)
        }
        return found.first
    }
}

extension SourceNode {
    /// The object with the elements of one list replaced.
    fileprivate func replacing(
        _ path: ArraySlice<String>, _ body: (SourceNode) throws -> SourceNode
    ) throws -> SourceNode {
        guard let name = path.first else {
            guard let elements else { return self }
            return SourceNode(value: .array(try elements.map(body)), place: place)
        }
        guard let members else { return self }
        return with(
            try members.map { member in
                guard member.name == name else { return member }
                var out = member
                out.node = try member.node.replacing(path.dropFirst(), body)
                return out
            })
    }
}
