/// A client that needs no consent for permissions of an API (`api.preAuthorizedApplications`).
public struct PreAuthorizedApplication: Sendable, Hashable, Codable {
    /// The client's application id.
    public var appID: String
    /// The ids of the API's permissions that the client has without consent.
    public var permissionIDs: [String]

    /// Makes an entry.
    public init(appID: String, permissionIDs: [String]) {
        self.appID = appID
        self.permissionIDs = permissionIDs
    }
}
