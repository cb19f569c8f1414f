/// What administrators keep in a tenant beside users and applications, as the JSON that they gave.
public struct DirectoryObject: Sendable, Hashable, Codable {
    /// What it is.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Microsoft Graph's `conditionalAccessPolicy`.
        case policy
        /// Microsoft Graph's `ipNamedLocation`.
        case namedLocation
        /// Microsoft Graph's `group`, with its members.
        case group
    }

    /// What it is.
    public var kind: Kind
    /// Its id, a GUID in lower case.
    public var id: String
    /// The tenant's id.
    public var tenantID: String
    /// The JSON object as text.
    public var document: String

    /// Makes an object.
    public init(kind: Kind, id: String, tenantID: String, document: String) {
        self.kind = kind
        self.id = id
        self.tenantID = tenantID
        self.document = document
    }
}
