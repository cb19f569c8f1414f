/// An object of a tenant besides users and applications, as the JSON that an administrator sent.
package struct DirectoryObject: Sendable, Hashable, Codable {
    /// The kind of an object.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Microsoft Graph's `conditionalAccessPolicy`.
        case policy
        /// Microsoft Graph's `ipNamedLocation`.
        case namedLocation
        /// Microsoft Graph's `group`, with its members.
        case group
        /// The settings of an application in the tenant, as ``ServicePrincipalSettings``.
        case servicePrincipal
    }

    /// The kind.
    package var kind: Kind
    /// Its id, a GUID in lower case.
    package var id: String
    /// The tenant's id.
    package var tenantID: String
    /// The JSON object as text.
    package var document: String

    /// Makes an object.
    package init(kind: Kind, id: String, tenantID: String, document: String) {
        self.kind = kind
        self.id = id
        self.tenantID = tenantID
        self.document = document
    }
}
