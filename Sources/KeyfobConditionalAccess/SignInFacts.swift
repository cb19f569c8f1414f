package import KeyfobIdPModel

/// The facts about a sign-in that policies evaluate. As a value it is all that an evaluation needs, so What-If and a
/// real sign-in use the same code.
package struct SignInFacts: Sendable, Hashable {
    /// The user who signs in, as the tenant stores them.
    package struct SignInUser: Sendable, Hashable {
        /// The object id in the issuing tenant.
        package var id: String
        /// The ids of the groups of which the user is a member.
        package var groups: Set<String>
        /// The template ids of the user's roles.
        package var roles: Set<String>
        /// A guest's home tenant; nil for a member.
        package var homeTenantID: String?

        /// Makes a person.
        package init(id: String, groups: Set<String> = [], roles: Set<String> = [], homeTenantID: String? = nil) {
            self.id = id
            self.groups = groups
            self.roles = roles
            self.homeTenantID = homeTenantID
        }
    }

    /// The registered device that has proved its key.
    package struct Device: Sendable, Hashable {
        /// The device id.
        package var id: String
        /// Its name.
        package var displayName: String
        /// Whether it is managed and compliant with the organization's rules.
        package var isCompliant: Bool
        /// How it is joined to the tenant.
        package var joinType: RegisteredDevice.JoinType
        /// Its operating system.
        package var operatingSystem: String
        /// Its system's version.
        package var operatingSystemVersion: String

        /// Makes a device.
        package init(
            id: String, displayName: String, isCompliant: Bool, joinType: RegisteredDevice.JoinType,
            operatingSystem: String, operatingSystemVersion: String
        ) {
            self.id = id
            self.displayName = displayName
            self.isCompliant = isCompliant
            self.joinType = joinType
            self.operatingSystem = operatingSystem
            self.operatingSystemVersion = operatingSystemVersion
        }

        /// The device as the directory stores it; nil if it is disabled, because it then proves nothing.
        package init?(_ device: RegisteredDevice) {
            guard device.isEnabled else { return nil }
            self.init(
                id: device.id, displayName: device.displayName,
                isCompliant: device.isManaged && device.isCompliant, joinType: device.joinType,
                operatingSystem: device.operatingSystem, operatingSystemVersion: device.operatingSystemVersion)
        }

        func value(_ attribute: DeviceFilter.Attribute) -> DeviceFilter.Value {
            switch attribute {
            case .deviceId: .text(id)
            case .displayName: .text(displayName)
            case .isCompliant: .bool(isCompliant)
            case .trustType:
                .text(joinType == .join ? "AzureAD" : joinType == .hybrid ? "ServerAD" : "Workplace")
            case .operatingSystem: .text(operatingSystem)
            case .operatingSystemVersion: .text(operatingSystemVersion)
            case .deviceOwnership: .text(joinType == .register ? "Personal" : "Company")
            }
        }
    }

    /// The location of a sign-in.
    package struct Location: Sendable, Hashable {
        /// The named locations to which the address belongs.
        package var ids: Set<String>
        /// Whether one of them is trusted.
        package var isTrusted: Bool

        /// Makes a location; without arguments an unknown one.
        package init(ids: Set<String> = [], isTrusted: Bool = false) {
            self.ids = ids
            self.isTrusted = isTrusted
        }
    }

    /// The user who signs in.
    package var person: SignInUser
    /// The requested APIs, by application id in lower case.
    package var resources: Set<String>
    /// The user action, if the sign-in is for one.
    package var action: UserAction?
    /// The requested authentication contexts.
    package var contexts: Set<String> = []
    /// The type of the client.
    package var clientAppType: ClientAppType = .mobileAppsAndDesktopClients
    /// The platform; nil if it is unknown.
    package var platform: DevicePlatform?
    /// The location.
    package var location = Location()
    /// The method by which the sign-in was transferred from another device, if it was.
    package var transferMethod: TransferMethod?
    /// The device, if one has proved its key.
    package var device: Device?
    /// The evidence of the sign-in.
    package var evidence: SignInEvidence
    /// The time of the authentication (Unix seconds).
    package var authenticatedAt: Int64
    /// Whether the organization has approved the app.
    package var isApprovedApplication = false
    /// Whether the app has proved that it enforces an app protection policy.
    package var isProtectedApplication = false
    /// Whether the sign-in is for registering a device or enrolling an app, so that neither can be required.
    package var isForRegistering = false
    /// The time (Unix seconds).
    package var now: Int64

    /// Makes facts; all that is not passed is unknown.
    package init(
        person: SignInUser, resources: Set<String>, evidence: SignInEvidence, authenticatedAt: Int64, now: Int64
    ) {
        self.person = person
        self.resources = resources
        self.evidence = evidence
        self.authenticatedAt = authenticatedAt
        self.now = now
    }
}
