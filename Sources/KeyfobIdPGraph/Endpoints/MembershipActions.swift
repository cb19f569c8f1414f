import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// The actions that list or check the groups of an object: `getMemberGroups`, `getMemberObjects`, `checkMemberGroups`,
/// `checkMemberObjects`. Groups within groups count.
struct MembershipActions {
    let session: GraphSession
    let entity: GraphEntity

    /// The reply to an action; nil if the name is another's.
    func reply(_ name: String, _ body: GraphBody) throws -> GraphReply? {
        let asked: [String]?
        var withRoles = false
        switch name.lowercased() {
        case "getmembergroups": asked = nil
        case "getmemberobjects":
            asked = nil
            withRoles = true
        case "checkmembergroups":
            guard let ids = body.strings("groupIds") else { throw GraphError.missing("groupIds", of: entity.type) }
            asked = ids
        case "checkmemberobjects":
            guard let ids = body.strings("ids") else { throw GraphError.missing("ids", of: entity.type) }
            asked = ids
            withRoles = true
        default: return nil
        }
        guard asked?.count ?? 0 <= 20 else {
            throw GraphError.invalid("At most 20 ids can be checked in one request.")
        }
        try session.caller.requireReadingMemberships(of: entity.id)
        var ids = session.groupIDs(of: entity.id, isDirect: false)
        if body.members["securityEnabledOnly"]?.boolValue == true {
            ids = ids.filter { session.editor.group($0)?.furtherMembers["securityEnabled"]?.boolValue ?? true }
        } else if withRoles {
            ids.formUnion(
                DirectoryRole.roles(of: entity.id, in: session.tenant).map { $0.objectID(in: session.tenant.id) })
        }
        if let asked { ids.formIntersection(asked.map { $0.lowercased() }) }
        return .members([
            "@odata.context": .string(session.address("$metadata#Collection(Edm.String)")),
            "value": .strings(ids.sorted()),
        ])
    }
}
