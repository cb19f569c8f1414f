/// An organization's directory: the boundary inside which users, consents and issuers live.
public struct Tenant: Sendable, Hashable, Codable {
    /// The directory id, a GUID in lower case: claim `tid`.
    public var id: String
    /// The organization's name.
    public var displayName: String
    /// The verified domains in lower case; each names the tenant in an authority.
    public var domains: [String]
    /// Whether the consent page lets the user refuse single scopes.
    public var partialConsent: Bool
    /// What makes the pairwise subjects of this tenant unlike any other's; random, and never changed.
    public var subjectSalt: String

    /// Makes a tenant.
    public init(id: String, displayName: String, domains: [String], partialConsent: Bool, subjectSalt: String) {
        self.id = id
        self.displayName = displayName
        self.domains = domains
        self.partialConsent = partialConsent
        self.subjectSalt = subjectSalt
    }
}
