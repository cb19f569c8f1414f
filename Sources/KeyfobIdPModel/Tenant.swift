/// An organization's directory: the boundary for users, consents and issuers.
public struct Tenant: Sendable, Hashable, Codable {
    /// The directory id, a GUID in lower case: claim `tid`.
    public var id: String
    /// The organization's name.
    public var displayName: String
    /// The verified domains in lower case; each names the tenant in an authority.
    public var domains: [String]
    /// The kind of directory; nil means an organization's.
    private var kindOrNil: TenantKind?
    /// The hosts (without port) at which it is served exclusively; nil for the hosts of its cloud.
    public var hosts: [String]?
    /// The further cloud to which it belongs; nil for the main one.
    public var cloud: String?
    /// The policies of a B2C tenant.
    public var policies: [UserFlow]?
    /// Whether the consent page lets the user decline single scopes.
    public var partialConsent: Bool
    /// A random salt that makes the pairwise subjects of this tenant unique; it never changes.
    public var subjectSalt: String
    /// The object ids of the tenant's administrators.
    public var administrators: [String]?
    /// Whether users may consent for themselves; nil means that they may.
    public var allowsUserConsent: Bool?
    /// Whether a user who may not consent can send a request to an administrator (AADSTS90095 then, otherwise 90094).
    public var acceptsConsentRequests: Bool?
    /// The external identity providers whose assertions the tenant accepts.
    public var federatedIssuers: [FederatedIssuer]?
    /// The configuration of sign-in by certificate; nil if it is disabled.
    public var certificates: CertificateMethod?
    /// When a managed device is compliant; nil means as soon as it is managed.
    public var compliance: ComplianceRule?

    /// Makes a tenant.
    public init(
        id: String, displayName: String, domains: [String], kind: TenantKind = .organization, hosts: [String]? = nil,
        cloud: String? = nil, policies: [UserFlow]? = nil, partialConsent: Bool, subjectSalt: String
    ) {
        kindOrNil = kind == .organization ? nil : kind
        self.hosts = hosts
        self.cloud = cloud
        self.policies = policies
        self.id = id
        self.displayName = displayName
        self.domains = domains
        self.partialConsent = partialConsent
        self.subjectSalt = subjectSalt
    }

    /// The kind of directory.
    public var kind: TenantKind { kindOrNil ?? .organization }

    /// Whether users may register devices; nil means that they may.
    public var allowsDeviceRegistration: Bool?
    /// The number of devices that a user may register; nil means fifty.
    public var deviceQuota: Int?

    private enum CodingKeys: String, CodingKey {
        case id, displayName, domains, hosts, cloud, policies, partialConsent, subjectSalt
        case administrators, allowsUserConsent, acceptsConsentRequests, federatedIssuers, certificates
        case allowsDeviceRegistration, deviceQuota, compliance
        case kindOrNil = "kind"
    }
}
