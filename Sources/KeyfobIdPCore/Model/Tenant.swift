/// An organization's directory: the boundary inside which users, consents and issuers live.
public struct Tenant: Sendable, Hashable, Codable {
    /// The directory id, a GUID in lower case: claim `tid`.
    public var id: String
    /// The organization's name.
    public var displayName: String
    /// The verified domains in lower case; each names the tenant in an authority.
    public var domains: [String]
    /// What kind of directory it is; nil is an organization's.
    private var kindOrNil: TenantKind?
    /// The hosts (without port) at which alone it is served; nil for the hosts of its cloud.
    public var hosts: [String]?
    /// The further cloud that it lives in; nil for the main one.
    public var cloud: String?
    /// The policies of a B2C tenant.
    public var policies: [UserFlow]?
    /// Whether the consent page lets the user refuse single scopes.
    public var partialConsent: Bool
    /// What makes the pairwise subjects of this tenant unlike any other's; random, and never changed.
    public var subjectSalt: String
    /// The object ids of the users who administer the tenant.
    public var administrators: [String]?
    /// Whether users may consent for themselves; nil means that they may.
    public var allowsUserConsent: Bool?
    /// Whether a user who may not consent asks an administrator with one click (AADSTS90095 then, else 90094).
    public var acceptsConsentRequests: Bool?
    /// The identity providers outside whose assertions the tenant accepts.
    public var federatedIssuers: [FederatedIssuer]?
    /// How users sign in by certificate; nil if they cannot.
    public var certificates: CertificateMethod?
    /// When a managed device is compliant; nil is at once.
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

    /// What kind of directory it is.
    public var kind: TenantKind { kindOrNil ?? .organization }

    /// Whether users may register devices; nil means that they may.
    public var allowsDeviceRegistration: Bool?
    /// How many devices a user may register; nil means fifty.
    public var deviceQuota: Int?

    private enum CodingKeys: String, CodingKey {
        case id, displayName, domains, hosts, cloud, policies, partialConsent, subjectSalt
        case administrators, allowsUserConsent, acceptsConsentRequests, federatedIssuers, certificates
        case allowsDeviceRegistration, deviceQuota, compliance
        case kindOrNil = "kind"
    }
}
