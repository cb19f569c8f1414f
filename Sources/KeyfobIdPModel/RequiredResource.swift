/// The permissions of one API that a client declares in its registration (`requiredResourceAccess`).
package struct RequiredResource: Sendable, Hashable, Codable {
    /// The API's application id.
    package var resourceAppID: String
    /// The ids of the permissions.
    package var scopeIDs: [String]

    /// Makes an entry.
    package init(resourceAppID: String, scopeIDs: [String]) {
        self.resourceAppID = resourceAppID
        self.scopeIDs = scopeIDs
    }
}
