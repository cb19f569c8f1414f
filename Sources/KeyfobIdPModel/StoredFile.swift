/// A user's file in Contoso Files, the API that the provider serves to try access tokens on.
public struct StoredFile: Sendable, Hashable, Codable {
    /// The owner's tenant.
    public var tenantID: String
    /// The owner's object id.
    public var userID: String
    /// The file's name: one to a hundred characters, unique among the owner's.
    public var name: String
    /// The content.
    public var content: [UInt8]
    /// The time of the last write (Unix seconds).
    public var modifiedAt: Int64

    /// Makes a file.
    public init(tenantID: String, userID: String, name: String, content: [UInt8], modifiedAt: Int64) {
        self.tenantID = tenantID
        self.userID = userID
        self.name = name
        self.content = content
        self.modifiedAt = modifiedAt
    }
}
