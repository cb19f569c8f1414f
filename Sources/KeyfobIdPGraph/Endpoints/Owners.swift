import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// The owners of an application or its object.
struct Owners {
    let session: GraphSession

    /// The relationship.
    ///
    /// - Parameters:
    ///   - ids: the object ids of the owners.
    ///   - check: checks that the caller may change them.
    ///   - change: replaces them.
    func relation(
        _ ids: @escaping () -> [String], check: @escaping () throws -> Void,
        change: @escaping ([String]) throws -> Void
    ) -> GraphRelation {
        var relation = GraphRelation(session, ids: ids)
        relation.add = { id in
            try check()
            guard let object = try session.object(id) else { throw GraphError.notFound(id) }
            guard object.type.name == GraphType.user.name || object.type.name == GraphType.servicePrincipal.name else {
                throw GraphError.invalid("Invalid object identifier '\(id.prefix(64))'.")
            }
            guard !ids().contains(object.id) else { throw GraphError.referenced("owners") }
            try change(ids() + [object.id])
        }
        relation.detach = { id in
            try check()
            guard ids().contains(id.lowercased()) else { throw GraphError.notFound(id) }
            try change(ids().filter { $0 != id.lowercased() })
        }
        return relation
    }
}
