import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/identity/conditionalAccess/namedLocations`
struct NamedLocationsResource: GraphResource {
    let name = "identity/conditionalAccess/namedLocations"
    let type = GraphType.namedLocation

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        GraphPiece(Self.locations(session), part) { Self.entity($0) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        Self.entity(try Self.location(key.value, session))
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.writePolicies)
        guard let kind = body.all["@odata.type"]?.stringValue else {
            throw GraphError.malformed("The body names no type: '@odata.type' is '#microsoft.graph.ipNamedLocation'.")
        }
        guard kind.hasSuffix("microsoft.graph.ipNamedLocation") else {
            throw GraphError.invalid(
                "Only locations by address (#microsoft.graph.ipNamedLocation) are supported here: this provider cannot derive a "
                    + "country from an address.")
        }
        try body.check(type)
        var members = body.members.filter { $0.value != .null }
        members["id"] = nil
        members["createdDateTime"] = .string(GraphTime.text(session.now))
        members["modifiedDateTime"] = members["createdDateTime"]
        let location = try PolicyWriting(session).put(location: members, id: session.editor.newID())
        return .made(Self.entity(location), context: "$metadata#\(name)/$entity")
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try session.caller.require(.writePolicies)
        try body.check(type)
        var members = try Self.location(entity.id, session).document
        for (name, value) in body.members { members[name] = value == .null ? nil : value }
        members["id"] = .string(entity.id)
        members["modifiedDateTime"] = .string(GraphTime.text(session.now))
        _ = try PolicyWriting(session).put(location: members, id: entity.id)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try session.caller.require(.writePolicies)
        let known = session.context.directory.policies(of: session.tenant.id)
        do { try PolicyRules.checkRemoval(ofLocation: entity.id, from: known) } catch {
            throw GraphError.invalid(error.message)
        }
        try session.transaction.removeDirectoryObject(.namedLocation, id: entity.id, tenantID: session.tenant.id)
    }

    private static func locations(_ session: GraphSession) -> [NamedLocation] {
        session.context.directory.policies(of: session.tenant.id).locations
    }

    private static func location(_ id: String, _ session: GraphSession) throws -> NamedLocation {
        guard let location = locations(session).first(where: { $0.id == id.lowercased() }) else {
            throw GraphError.notFound(id)
        }
        return location
    }

    private static func entity(_ location: NamedLocation) -> GraphEntity {
        var members = location.document
        members["isTrusted"] = .bool(location.isTrusted)
        members["ipRanges"] = .array(
            (location.document["ipRanges"]?.arrayValue ?? []).map { range in
                let address = range["cidrAddress"]?.stringValue ?? ""
                let kind = address.contains(":") ? "iPv6CidrRange" : "iPv4CidrRange"
                return ["@odata.type": .string("#microsoft.graph.\(kind)"), "cidrAddress": .string(address)]
            })
        for name in ["countriesAndRegions", "includeUnknownCountriesAndRegions", "countryLookupMethod"] {
            members[name] = nil
        }
        var entity = GraphEntity(
            .namedLocation, id: location.id, members, annotation: "#microsoft.graph.ipNamedLocation")
        entity.leaveOut(["countriesAndRegions", "includeUnknownCountriesAndRegions", "countryLookupMethod"])
        return entity
    }
}
