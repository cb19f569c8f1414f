import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/identity/conditionalAccess/policies`
struct PoliciesResource: GraphResource {
    let name = "identity/conditionalAccess/policies"
    let type = GraphType.policy

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readPolicies)
        return ODataPage(of: Self.policies(session).map(Self.entity), query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readPolicies)
        return Self.entity(try Self.policy(key.value, session))
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.writePolicies)
        try body.check(type)
        var members = body.members.filter { $0.value != .null }
        members["id"] = nil
        members["createdDateTime"] = .string(GraphTime.text(session.now))
        let policy = try PolicyWriting(session).put(policy: members, id: session.editor.newID())
        return .entity(Self.entity(policy), context: "$metadata#\(name)/$entity", status: 201)
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try session.caller.require(.writePolicies)
        try body.check(type)
        var members = try Self.policy(entity.id, session).document
        for (name, value) in body.members { members[name] = value == .null ? nil : value }
        members["id"] = .string(entity.id)
        members["modifiedDateTime"] = .string(GraphTime.text(session.now))
        _ = try PolicyWriting(session).put(policy: members, id: entity.id)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        try session.caller.require(.writePolicies)
        try session.transaction.removeDirectoryObject(.policy, id: entity.id, tenantID: session.tenant.id)
    }

    private static func policies(_ session: GraphSession) -> [ConditionalAccessPolicy] {
        session.context.directory.policies(of: session.tenant.id).policies
    }

    private static func policy(_ id: String, _ session: GraphSession) throws -> ConditionalAccessPolicy {
        guard let policy = policies(session).first(where: { $0.id == id.lowercased() }) else {
            throw GraphError.notFound(id)
        }
        return policy
    }

    private static func entity(_ policy: ConditionalAccessPolicy) -> GraphEntity {
        GraphEntity(.policy, id: policy.id, PolicyDefaults.complete(policy.document))
    }
}

/// `/identity/conditionalAccess/namedLocations`
struct NamedLocationsResource: GraphResource {
    let name = "identity/conditionalAccess/namedLocations"
    let type = GraphType.namedLocation

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try session.caller.require(.readPolicies)
        return ODataPage(of: Self.locations(session).map(Self.entity), query)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try session.caller.require(.readPolicies)
        return Self.entity(try Self.location(key.value, session))
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
        return .entity(Self.entity(location), context: "$metadata#\(name)/$entity", status: 201)
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
        // A policy whose location is removed would apply to no user, or to all.
        let user = session.context.directory.policies(of: session.tenant.id).policies.first {
            $0.conditions.locations?.ids.contains(entity.id) == true
        }
        if let user { throw GraphError.invalid("The policy '\(user.displayName)' names the location.") }
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

/// Writes policies and locations.
struct PolicyWriting {
    private let session: GraphSession

    init(_ session: GraphSession) { self.session = session }

    func put(policy members: [String: JSONValue], id: String) throws -> ConditionalAccessPolicy {
        let policy = try read { () throws(PolicyFormatError) in
            try ConditionalAccessPolicy(.object(PolicyDefaults.withoutNulls(members)), id: id)
        }
        let known = session.context.directory.policies(of: session.tenant.id)
        let missing = (policy.conditions.locations?.ids ?? []).subtracting(known.locations.map(\.id))
        if let id = missing.min() {
            throw GraphError.invalid("1040: The named location '\(id.prefix(64))' does not exist.")
        }
        let users = policy.conditions.users
        let groups = users.included.groups.union(users.excluded.groups).subtracting(known.groups.map(\.id))
        if let id = groups.min() { throw GraphError.invalid("1041: The group '\(id.prefix(64))' does not exist.") }
        try put(.policy, id, .object(policy.document))
        return policy
    }

    func put(location members: [String: JSONValue], id: String) throws -> NamedLocation {
        let location = try read { () throws(PolicyFormatError) in
            try NamedLocation(.object(PolicyDefaults.withoutNulls(members)), id: id)
        }
        try put(.namedLocation, id, .object(location.document))
        return location
    }

    private func put(_ kind: DirectoryObject.Kind, _ id: String, _ document: JSONValue) throws {
        try session.transaction.put(
            DirectoryObject(kind: kind, id: id, tenantID: session.tenant.id, document: document.text()))
    }

    private func read<Object>(_ body: () throws(PolicyFormatError) -> Object) throws(GraphError) -> Object {
        do throws(PolicyFormatError) { return try body() } catch { throw .malformed(error.description) }
    }
}

/// The members that Microsoft Graph returns for every policy.
enum PolicyDefaults {
    private static let conditions: JSONValue = [
        "userRiskLevels": [], "signInRiskLevels": [], "clientAppTypes": ["all"], "platforms": nil, "locations": nil,
        "devices": nil, "clientApplications": nil, "servicePrincipalRiskLevels": [],
        "applications": [
            "includeApplications": [], "excludeApplications": [], "includeUserActions": [],
            "includeAuthenticationContextClassReferences": [], "applicationFilter": nil,
        ],
        "users": [
            "includeUsers": [], "excludeUsers": [], "includeGroups": [], "excludeGroups": [], "includeRoles": [],
            "excludeRoles": [], "includeGuestsOrExternalUsers": nil, "excludeGuestsOrExternalUsers": nil,
        ],
    ]
    private static let controls: JSONValue = [
        "operator": "OR", "builtInControls": [], "customAuthenticationFactors": [], "termsOfUse": [],
        "authenticationStrength": nil,
    ]

    /// A policy with these members.
    static func complete(_ document: [String: JSONValue]) -> [String: JSONValue] {
        var out = document
        out["conditions"] = merged(conditions, document["conditions"])
        if let own = document["grantControls"], own != .null { out["grantControls"] = merged(controls, own) }
        return out
    }

    /// An object without the members that are null, at every depth.
    static func withoutNulls(_ members: [String: JSONValue]) -> [String: JSONValue] {
        members.filter { $0.value != .null && !$0.key.contains("@") }.mapValues(plain)
    }

    private static func plain(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members): .object(withoutNulls(members))
        case .array(let elements): .array(elements.map(plain))
        default: value
        }
    }

    private static func merged(_ base: JSONValue, _ own: JSONValue?) -> JSONValue {
        guard let known = base.objectValue, let own = own?.objectValue else { return own ?? base }
        return .object(known.merging(own) { base, own in base.objectValue == nil ? own : merged(base, own) })
    }
}
