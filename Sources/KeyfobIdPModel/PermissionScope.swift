/// A delegated permission that an API offers (`api.oauth2PermissionScopes`).
public struct PermissionScope: Sendable, Hashable, Codable {
    /// The permission's GUID, by which `requiredResourceAccess` names it.
    public var id: String
    /// Its name in a scope: `Files.Read`.
    public var value: String
    /// Its name on the consent page.
    public var displayName: String
    /// Its description on the consent page.
    public var description: String
    /// Whether only an administrator may consent to it (`type` is `Admin`).
    public var requiresAdministrator: Bool
    /// Whether it can be requested.
    public var isEnabled: Bool

    /// Makes a permission.
    public init(
        id: String, value: String, displayName: String, description: String, requiresAdministrator: Bool = false,
        isEnabled: Bool = true
    ) {
        self.id = id
        self.value = value
        self.displayName = displayName
        self.description = description
        self.requiresAdministrator = requiresAdministrator
        self.isEnabled = isEnabled
    }
}
