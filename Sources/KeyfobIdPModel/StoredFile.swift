/// A user's file in Contoso Files, the API that the provider serves to try access tokens on.
package struct StoredFile: Sendable, Hashable, Codable {
    /// The owner's tenant.
    package var tenantID: String
    /// The owner's object id.
    package var userID: String
    /// The file's name: one to a hundred characters, unique among the owner's.
    package var name: String
    /// The content.
    package var content: [UInt8]
    /// The time of the last write (Unix seconds).
    package var modifiedAt: Int64

    /// Makes a file.
    package init(tenantID: String, userID: String, name: String, content: [UInt8], modifiedAt: Int64) {
        self.tenantID = tenantID
        self.userID = userID
        self.name = name
        self.content = content
        self.modifiedAt = modifiedAt
    }
}
