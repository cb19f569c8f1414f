/// An object of a tenant that was deleted and can be restored for 30 days. It exists nowhere else: no name finds it, and
/// it cannot sign in.
package struct DeletedItem: Sendable, Hashable, Codable {
    /// The kind of an object.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A ``User``
        case user
        /// An ``Application``
        case application
        /// Microsoft Graph's `group`, with its members.
        case group
        /// The ``ServicePrincipalSettings`` of an application.
        case servicePrincipal
    }

    /// The seconds after which it is removed for good.
    package static let lifetime: Int64 = 30 * 86400

    /// The kind.
    package var kind: Kind
    /// Its object id.
    package var id: String
    /// The tenant's id.
    package var tenantID: String
    /// The time of the deletion (Unix seconds).
    package var deletedAt: Int64
    /// The object as JSON.
    package var document: String
    /// The ids of the groups in which it was, to which it returns.
    package var groups: [String]

    /// Makes an item.
    package init(
        kind: Kind, id: String, tenantID: String, deletedAt: Int64, document: String, groups: [String] = []
    ) {
        self.kind = kind
        self.id = id
        self.tenantID = tenantID
        self.deletedAt = deletedAt
        self.document = document
        self.groups = groups
    }
}
