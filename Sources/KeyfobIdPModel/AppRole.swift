/// A permission of an API for applications or users (`appRoles`), which tokens contain in claim `roles`.
package struct AppRole: Sendable, Hashable, Codable {
    /// Its GUID, by which `requiredResourceAccess` names it.
    package var id: String
    /// Its name in claim `roles`: `Files.Read.All`.
    package var value: String
    /// Its name on consent pages.
    package var displayName: String
    /// Its description.
    package var description: String
    /// Whether clients can have it (`allowedMemberTypes` contains `Application`).
    package var isForApplications: Bool
    /// Whether users can have it (`allowedMemberTypes` contains `User`).
    package var isForUsers: Bool
    /// Whether it can be granted.
    package var isEnabled: Bool

    /// Makes a role.
    package init(
        id: String, value: String, displayName: String, description: String, isForApplications: Bool = true,
        isForUsers: Bool = false, isEnabled: Bool = true
    ) {
        self.id = id
        self.value = value
        self.displayName = displayName
        self.description = description
        self.isForApplications = isForApplications
        self.isForUsers = isForUsers
        self.isEnabled = isEnabled
    }
}
