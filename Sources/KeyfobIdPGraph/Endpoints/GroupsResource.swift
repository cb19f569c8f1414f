import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/groups`
struct GroupsResource: GraphResource {
    let name = "groups"
    let type = GraphType.group

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        let tenant = session.tenant
        return GraphPiece(session.editor.groups, part) { tenant.entity($0) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard key.property == nil, let group = session.editor.group(key.value) else {
            throw GraphError.notFound(key.value)
        }
        return session.entity(group)
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        if !session.caller.rights.contains(.createGroups) { try session.caller.require(.writeGroups) }
        try body.check(type, further: ["members", "owners"])
        for name in ["displayName", "mailNickname"] { _ = try body.required(name, of: type) }
        for name in ["mailEnabled", "securityEnabled"] where body.members[name]?.boolValue == nil {
            throw GraphError.missing(name, of: type)
        }
        try check(body, session)
        var members = body.members.filter { type.properties[$0.key]?.source == .stored }
        members["createdDateTime"] = .string(GraphTime.text(session.now))
        members["displayName"] = body.members["displayName"]
        var owners = Set(try body.bound("owners").map { $0.lowercased() })
        if let caller = session.caller.objectID { owners.insert(caller) }
        var group = try read(members, id: session.editor.newID())
        for id in try body.bound("members") {
            guard let object = try session.object(id) else { throw GraphError.notFound(id) }
            group.members.insert(object.id)
        }
        for id in owners {
            guard let object = try session.object(id) else { throw GraphError.notFound(id) }
            group.owners.insert(object.id)
        }
        try session.editor.put(group)
        return .made(session.entity(group), context: "$metadata#groups/$entity")
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        let group = try changeable(entity, session)
        try body.check(type)
        try check(body, session)
        var members = group.json.objectValue ?? [:]
        for (name, value) in body.members where type.properties[name]?.source != .directory {
            members[name] = value == .null ? nil : value
        }
        var changed = try read(members, id: group.id)
        for id in try body.bound("members") { try GroupMembers(session: session, id: group.id).add(id, to: &changed) }
        try session.editor.put(changed)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        let group = try changeable(entity, session)
        do { try session.editor.delete(group) } catch let error as DirectoryError {
            throw GraphError(error, of: type)
        }
    }

    func relation(_ name: String, of entity: GraphEntity, _ session: GraphSession) throws -> GraphRelation? {
        try GroupMembers(session: session, id: entity.id).relation(name, entity)
    }

    func act(_ name: String, on entity: GraphEntity?, _ body: GraphBody, _ session: GraphSession) throws -> GraphReply?
    {
        guard let entity else { return nil }
        return try MembershipActions(session: session, entity: entity).reply(name, body)
    }

    /// What Microsoft Graph refuses, or this provider would not keep.
    private func check(_ body: GraphBody, _ session: GraphSession) throws(GraphError) {
        if body.strings("groupTypes")?.contains("DynamicMembership") == true {
            throw .invalid("Groups with dynamic membership are not supported here: the members are not computed.")
        }
        if let name = body.members["displayName"], name.stringValue.map({ $0.isEmpty || $0.count > 256 }) ?? true {
            throw .invalidValue("displayName", of: type)
        }
        guard body.members.values.allSatisfy({ $0.text().utf8.count <= 8192 }) else {
            throw .invalid("A property of the group is longer than 8 KiB.")
        }
    }

    private func read(_ members: [String: JSONValue], id: String) throws -> UserGroup {
        do { return try UserGroup(.object(members), id: id) } catch {
            throw GraphError.invalid(error.description)
        }
    }

    private func changeable(_ entity: GraphEntity, _ session: GraphSession) throws -> UserGroup {
        guard let group = session.editor.group(entity.id) else { throw GraphError.notFound(entity.id) }
        try session.caller.requireChanging(group)
        return group
    }
}

extension GraphCaller {
    /// Checks that the caller may change a group: with the right, or as an owner through a client that may change groups.
    ///
    /// - Parameter isOfMembers: whether only members change.
    /// - Throws: ``GraphError``
    func requireChanging(_ group: UserGroup, isOfMembers: Bool = false) throws(GraphError) {
        var sufficient: Set<DirectoryRight> = isOfMembers ? [.writeGroups, .writeMembers] : [.writeGroups]
        if objectID.map(group.owners.contains) ?? false {
            sufficient.formUnion(isOfMembers ? [.writeOwnedGroups, .writeOwnedMembers] : [.writeOwnedGroups])
        }
        guard !rights.isDisjoint(with: sufficient) else { throw .denied }
    }
}
