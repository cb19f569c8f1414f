/// What is known of a sign-in when policies judge it. A value: whoever judges needs nothing else, so that What-If and a
/// true sign-in go the same way.
public struct SignInFacts: Sendable, Hashable {
    /// Who signs in, as the tenant knows them.
    public struct Person: Sendable, Hashable {
        /// The object id in the tenant that issues.
        public var id: String
        /// The ids of the groups that the person is in.
        public var groups: Set<String>
        /// The template ids of the person's roles.
        public var roles: Set<String>
        /// A guest's home tenant; nil for everybody who is at home here.
        public var homeTenantID: String?

        /// Makes a person.
        public init(id: String, groups: Set<String> = [], roles: Set<String> = [], homeTenantID: String? = nil) {
            self.id = id
            self.groups = groups
            self.roles = roles
            self.homeTenantID = homeTenantID
        }
    }

    /// The registered device that has proved its key.
    public struct Device: Sendable, Hashable {
        /// The device id.
        public var id: String
        /// Its name.
        public var displayName: String
        /// Whether it is managed and keeps the organization's rules.
        public var isCompliant: Bool
        /// How it belongs to the tenant.
        public var joinType: RegisteredDevice.JoinType
        /// Its operating system.
        public var operatingSystem: String
        /// Its system's version.
        public var operatingSystemVersion: String

        /// Makes a device.
        public init(
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

        /// The device as the directory keeps it; nil if it is disabled, for then it proves nothing.
        public init?(_ device: RegisteredDevice) {
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

    /// From where the person signs in.
    public struct Location: Sendable, Hashable {
        /// The named locations to which the address belongs.
        public var ids: Set<String>
        /// Whether one of them is trusted.
        public var isTrusted: Bool

        /// Makes a location; without arguments one that is not known.
        public init(ids: Set<String> = [], isTrusted: Bool = false) {
            self.ids = ids
            self.isTrusted = isTrusted
        }
    }

    /// Who signs in.
    public var person: Person
    /// The APIs that are asked for, by application id in lower case.
    public var resources: Set<String>
    /// What is done with the account, if that is what the sign-in is for.
    public var action: UserAction?
    /// The authentication contexts that are asked for.
    public var contexts: Set<String> = []
    /// With what the person signs in.
    public var clientAppType: ClientAppType = .mobileAppsAndDesktopClients
    /// On which system; nil if that is not known.
    public var platform: DevicePlatform?
    /// From where.
    public var location = Location()
    /// How the sign-in came here from another device, if it did.
    public var transferMethod: TransferMethod?
    /// The device, if one has proved its key.
    public var device: Device?
    /// What was proved.
    public var evidence: SignInEvidence
    /// When the password was entered, or what stands for it (Unix seconds).
    public var authenticatedAt: Int64
    /// Whether the organization has approved the app.
    public var isApprovedApplication = false
    /// Whether the app has shown that it keeps data by an app protection policy.
    public var isProtectedApplication = false
    /// Whether the sign-in is for registering a device or enrolling an app: nobody can have those before.
    public var isForRegistering = false
    /// The time (Unix seconds).
    public var now: Int64

    /// Makes facts, with nothing known that is not said.
    public init(
        person: Person, resources: Set<String>, evidence: SignInEvidence, authenticatedAt: Int64, now: Int64
    ) {
        self.person = person
        self.resources = resources
        self.evidence = evidence
        self.authenticatedAt = authenticatedAt
        self.now = now
    }
}
