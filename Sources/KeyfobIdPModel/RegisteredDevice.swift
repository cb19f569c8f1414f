/// A device that was registered in a tenant, as the directory stores it.
public struct RegisteredDevice: Sendable, Hashable, Codable {
    /// How a device is joined to a tenant: the values of `JoinType` in device registration.
    public enum JoinType: Int, Sendable, Hashable, Codable {
        /// Joined: the organization's own.
        case join = 0
        /// Registered: the user's own, known to the organization.
        case register = 4
        /// Joined to a domain on premises as well.
        case hybrid = 6
    }

    /// The device id, a GUID in lower case: the subject of its certificate.
    public var id: String
    /// The tenant's id.
    public var tenantID: String
    /// The object id of the user who registered it.
    public var ownerID: String
    /// Its name.
    public var displayName: String
    /// How it is joined to the tenant.
    public var joinType: JoinType
    /// Its operating system as registered: `iOS`, `macOS`, `Linux` and so on.
    public var operatingSystem: String
    /// Its system's version.
    public var operatingSystemVersion: String
    /// The device certificate, DER.
    public var certificate: [UInt8]
    /// The public part of the device's transport key, DER of a SubjectPublicKeyInfo: session keys are wrapped for it.
    public var transportKey: [UInt8]
    /// The time of registration (Unix seconds).
    public var registeredAt: Int64
    /// Whether it may be used.
    public var isEnabled: Bool
    /// Whether the organization manages it, that is, it is enrolled.
    public var isManaged: Bool
    /// Whether it is compliant with the organization's rules; only a managed one can be.
    public var isCompliant: Bool

    /// Makes a device that is enabled, and neither managed nor compliant.
    public init(
        id: String, tenantID: String, ownerID: String, displayName: String, joinType: JoinType,
        operatingSystem: String, operatingSystemVersion: String, certificate: [UInt8], transportKey: [UInt8],
        registeredAt: Int64
    ) {
        self.id = id
        self.tenantID = tenantID
        self.ownerID = ownerID
        self.displayName = displayName
        self.joinType = joinType
        self.operatingSystem = operatingSystem
        self.operatingSystemVersion = operatingSystemVersion
        self.certificate = certificate
        self.transportKey = transportKey
        self.registeredAt = registeredAt
        isEnabled = true
        isManaged = false
        isCompliant = false
    }
}
