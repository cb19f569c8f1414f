import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/auditLogs/signIns`: the sign-ins of the tenant's users and applications, newest first.
struct SignInsResource: GraphResource {
    let name = "auditLogs/signIns"
    let type = GraphType.signIn

    let isLog = true

    /// The entries that one transaction reads.
    private static let batch = 200
    private static let margin = 100

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        let before = part.position ?? .max
        let size = min(part.limit, Self.batch)
        // A few more, because the decisions of policies come before the sign-in that they belong to.
        let entries = try session.transaction.signIns(before: before, limit: size + Self.margin)
        let judged = Self.judged(entries)
        let items = try entries.prefix(size).compactMap { entry -> GraphPiece.Item? in
            guard let entity = try SignInEntity(session).entity(entry, judged: judged) else { return nil }
            return GraphPiece.Item(after: entry.sequence) { entity }
        }
        return GraphPiece(
            items, next: entries.count > size ? entries.prefix(size).last?.sequence : nil,
            looked: size)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        guard let number = SignInEntity.sequence(of: key.value), number < .max,
            case let entries = try session.transaction.signIns(before: number + 1, limit: Self.margin),
            let entry = entries.first, entry.sequence == number,
            let entity = try SignInEntity(session).entity(entry, judged: Self.judged(entries))
        else { throw GraphError.notFound(key.value) }
        return entity
    }

    /// The decisions of policies, by the correlation id of their request.
    private static func judged(_ entries: [SignInLogEntry]) -> [String: String] {
        var out: [String: String] = [:]
        for entry in entries.reversed() {
            if let id = entry.correlationID, let policies = entry.policies { out[id] = policies }
        }
        return out
    }
}
