import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/auditLogs/signIns`: the sign-ins of the tenant's users and applications, newest first.
struct SignInsResource: GraphResource {
    let name = "auditLogs/signIns"
    let type = GraphType.signIn

    /// The entries that one request reads: the log may be long, and a filter may match none.
    private static let mostRead = 20_000
    private static let batch = 500
    private static let margin = 100

    func page(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?) throws -> ODataPage {
        try require(session)
        let size = query.top ?? ODataQuery.usualPage
        var found: [GraphEntity] = []
        var sequence = query.skipToken ?? .max
        var read = 0
        while read < Self.mostRead {
            // A few more, because the decisions of policies come before the sign-in that they belong to.
            let entries = try session.transaction.signIns(before: sequence, limit: Self.batch + Self.margin)
            let judged = Self.judged(entries)
            for entry in entries.prefix(Self.batch) {
                sequence = entry.sequence
                guard let entity = try SignInEntity(session).entity(entry, judged: judged), query.accepts(entity) else {
                    continue
                }
                found.append(entity)
                if found.count == size { return ODataPage(found, next: sequence) }
            }
            read += entries.count
            if entries.count <= Self.batch { return ODataPage(found, next: nil) }
        }
        return ODataPage(found, next: sequence)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try require(session)
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

    private func require(_ session: GraphSession) throws(GraphError) {
        guard session.caller.rights.contains(.readLogs) else {
            throw GraphError(
                403, "Authentication_MSGraphPermissionMissing",
                "The principal does not have required Microsoft Graph permission(s): AuditLog.Read.All to call this API. A "
                    + "user needs a directory role that may read the log as well.")
        }
    }
}
