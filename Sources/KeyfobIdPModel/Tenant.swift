/// An organization's directory: the boundary for users, consents and issuers.
package struct Tenant: Sendable, Hashable, Codable {
    /// The directory id, a GUID in lower case: claim `tid`.
    package var id: String
    /// The organization's name.
    package var displayName: String
    /// The verified domains in lower case; each names the tenant in an authority.
    package var domains: [String]
    /// The kind of directory; nil means an organization's.
    private var kindOrNil: TenantKind?
    /// The hosts (without port) at which it is served exclusively; nil for the hosts of its cloud.
    package var hosts: [String]?
    /// The further cloud to which it belongs; nil for the main one.
    package var cloud: String?
    /// The policies of a B2C tenant.
    package var policies: [UserFlow]?
    /// Whether the consent page lets the user decline single scopes.
    package var partialConsent: Bool
    /// A random salt that makes the pairwise subjects of this tenant unique; it never changes.
    package var subjectSalt: String
    /// The object ids of the tenant's administrators.
    package var administrators: [String]?
    /// The object ids of those who have a further directory role, by the id of the role's template. Global administrators
    /// are in ``administrators``.
    package var roleMembers: [String: [String]]?
    /// Whether users may consent for themselves; nil means that they may.
    package var allowsUserConsent: Bool?
    /// Whether a user who may not consent can send a request to an administrator (AADSTS90095 then, otherwise 90094).
    package var acceptsConsentRequests: Bool?
    /// The external identity providers whose assertions the tenant accepts.
    package var federatedIssuers: [FederatedIssuer]?
    /// The configuration of sign-in by certificate; nil if it is disabled.
    package var certificates: CertificateMethod?
    /// How the organization's sign-in pages look; nil means as the provider's.
    package var branding: Branding?
    /// When a managed device is compliant; nil means as soon as it is managed.
    package var compliance: ComplianceRule?

    /// Makes a tenant.
    package init(
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
    package var kind: TenantKind { kindOrNil ?? .organization }

    /// Whether users may register devices; nil means that they may.
    package var allowsDeviceRegistration: Bool?
    /// The number of devices that a user may register; nil means fifty.
    package var deviceQuota: Int?
    /// The time at which the tenant was created (Unix seconds), if it is known.
    package var createdAt: Int64?

    private enum CodingKeys: String, CodingKey {
        case id, displayName, domains, hosts, cloud, policies, partialConsent, subjectSalt
        case administrators, allowsUserConsent, acceptsConsentRequests, federatedIssuers, certificates
        case allowsDeviceRegistration, deviceQuota, compliance, branding, roleMembers, createdAt
        case kindOrNil = "kind"
    }
}

/// An external identity provider whose signed assertions a tenant accepts for its users (RFC 7522).
package struct FederatedIssuer: Sendable, Hashable, Codable {
    /// The issuer's name, as in its assertions.
    package var issuer: String
    /// The X.509 certificates of its signing keys in DER, each with an RSA key.
    package var certificates: [[UInt8]]

    /// Makes an issuer.
    package init(issuer: String, certificates: [[UInt8]]) {
        self.issuer = issuer
        self.certificates = certificates
    }
}
