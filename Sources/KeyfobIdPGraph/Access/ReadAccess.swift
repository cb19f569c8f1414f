import KeyfobIdPDirectory

/// How much of an object a caller may read.
enum ReadAccess: Sendable, Hashable {
    /// Nothing, and not whether it exists.
    case nothing
    /// Its type and id, as another object refers to it.
    case reference
    /// A few properties.
    case basic
    case all
}

/// Decides what a caller may read. Nothing else does: whatever returns, filters or sorts objects has them as
/// ``VisibleEntity``.
extension GraphCaller {
    /// How much of the objects of a type the caller may read, whichever it is.
    func access(to type: GraphType) -> ReadAccess {
        guard let right = type.reading.right else {
            return GraphType.ofDirectory.contains { access(to: $0) != .nothing } ? .all : .nothing
        }
        if rights.contains(right) { return .all }
        return type.reading.basic.map { rights.contains($0.right) } == true ? .basic : .nothing
    }

    /// How much of an object the caller may read.
    func access(to entity: GraphEntity) -> ReadAccess {
        access(to: entity.type, of: entity.subject)
    }

    /// How much of the objects of a type that belong to someone the caller may read.
    ///
    /// - Parameter subject: the object id of the one to whom they belong; nil for none.
    func access(to type: GraphType, of subject: String?) -> ReadAccess {
        let general = access(to: type)
        guard general != .all, let subject, subject == objectID else { return general }
        switch type.reading.own {
        case .always: return .all
        case .with(let right) where rights.contains(right): return .all
        case .with where general == .nothing: return .reference
        case .with, .never: return general
        }
    }

    /// Checks that the caller may read objects of a type.
    ///
    /// - Parameter subject: the object id of the one to whom they belong; nil for none.
    /// - Throws: ``GraphError``
    func requireReading(_ type: GraphType, of subject: String? = nil) throws(GraphError) {
        switch access(to: type, of: subject) {
        case .all, .basic: return
        case .nothing, .reference: throw .unreadable(type)
        }
    }
}

extension GraphError {
    /// The caller may not read objects of a type.
    static func unreadable(_ type: GraphType) -> GraphError {
        guard type.name == GraphType.signIn.name else { return .denied }
        return GraphError(
            403, "Authentication_MSGraphPermissionMissing",
            "The principal does not have required Microsoft Graph permission(s): AuditLog.Read.All to call this API. A "
                + "user needs a directory role that may read the log as well.")
    }
}
