import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/identity/conditionalAccess/policies`
struct PoliciesResource: GraphResource {
    let name = "identity/conditionalAccess/policies"
    let type = GraphType.policy

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        GraphPiece(Self.policies(session), part) { Self.entity($0) }
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        Self.entity(try Self.policy(key.value, session))
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.writePolicies)
        try body.check(type)
        var members = body.members.filter { $0.value != .null }
        members["id"] = nil
        members["createdDateTime"] = .string(GraphTime.text(session.now))
        let policy = try PolicyWriting(session).put(policy: members, id: session.editor.newID())
        return .made(Self.entity(policy), context: "$metadata#\(name)/$entity")
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
