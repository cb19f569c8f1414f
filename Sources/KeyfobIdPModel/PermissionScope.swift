/// A delegated permission that an API offers (`api.oauth2PermissionScopes`).
package struct PermissionScope: Sendable, Hashable, Codable {
    /// The permission's GUID, by which `requiredResourceAccess` names it.
    package var id: String
    /// Its name in a scope: `Files.Read`.
    package var value: String
    /// Its name on the consent page.
    package var displayName: String
    /// Its description on the consent page.
    package var description: String
    /// Whether only an administrator may consent to it (`type` is `Admin`).
    package var requiresAdministrator: Bool
    /// Whether it can be requested.
    package var isEnabled: Bool
    /// Its name on an administrator's consent page; nil for ``displayName``.
    package var administratorName: String?
    /// Its description there; nil for ``description``.
    package var administratorDescription: String?

    /// Makes a permission.
    package init(
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
