/// A device that was registered in a tenant, as the directory stores it.
package struct RegisteredDevice: Sendable, Hashable, Codable {
    /// How a device is joined to a tenant: the values of `JoinType` in device registration.
    package enum JoinType: Int, Sendable, Hashable, Codable {
        /// Joined: the organization's own.
        case join = 0
        /// Registered: the user's own, known to the organization.
        case register = 4
        /// Joined to a domain on premises as well.
        case hybrid = 6
    }

    /// The device id, a GUID in lower case: the subject of its certificate.
    package var id: String
    /// The tenant's id.
    package var tenantID: String
    /// The object id of the user who registered it.
    package var ownerID: String
    /// Its name.
    package var displayName: String
    /// How it is joined to the tenant.
    package var joinType: JoinType
    /// Its operating system as registered: `iOS`, `macOS`, `Linux` and so on.
    package var operatingSystem: String
    /// Its system's version.
    package var operatingSystemVersion: String
    /// The device certificate, DER.
    package var certificate: [UInt8]
    /// The public part of the device's transport key, DER of a SubjectPublicKeyInfo: session keys are wrapped for it.
    package var transportKey: [UInt8]
    /// The time of registration (Unix seconds).
    package var registeredAt: Int64
    /// Whether it may be used.
    package var isEnabled: Bool
    /// Whether the organization manages it, that is, it is enrolled.
    package var isManaged: Bool
    /// Whether it is compliant with the organization's rules; only a managed one can be.
    package var isCompliant: Bool

    /// Makes a device that is enabled, and neither managed nor compliant.
    package init(
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
