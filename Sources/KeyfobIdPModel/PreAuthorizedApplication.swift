/// A client that needs no consent for permissions of an API (`api.preAuthorizedApplications`).
package struct PreAuthorizedApplication: Sendable, Hashable, Codable {
    /// The client's application id.
    package var appID: String
    /// The ids of the API's permissions that the client has without consent.
    package var permissionIDs: [String]

    /// Makes an entry.
    package init(appID: String, permissionIDs: [String]) {
        self.appID = appID
        self.permissionIDs = permissionIDs
    }
}
