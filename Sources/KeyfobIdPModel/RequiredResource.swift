/// The permissions of one API that a client declares in its registration (`requiredResourceAccess`).
public struct RequiredResource: Sendable, Hashable, Codable {
    /// The API's application id.
    public var resourceAppID: String
    /// The ids of the permissions.
    public var scopeIDs: [String]

    /// Makes an entry.
    public init(resourceAppID: String, scopeIDs: [String]) {
        self.resourceAppID = resourceAppID
        self.scopeIDs = scopeIDs
    }
}
