/// What kind of directory a tenant is, and so which accounts it has and what its tokens look like.
public enum TenantKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// An organization: work and school accounts, and guests of other tenants.
    case organization
    /// Personal Microsoft accounts: the one tenant behind `consumers`.
    case personal
    /// Azure AD B2C: customers, who sign in by policies.
    case b2c
    /// Microsoft Entra External ID: customers, under a host of their own.
    case external
    /// Active Directory Federation Services: subjects of one farm, and no tenants.
    case adfs
    /// A plain OpenID provider: subjects, and neither object ids nor tenants.
    case openID
}

/// A policy of a B2C tenant: what happens at its authorization endpoint.
public struct UserFlow: Sendable, Hashable, Codable {
    /// What a policy is for.
    public enum Purpose: String, Sendable, Hashable, Codable {
        /// Signing in.
        case signIn
        /// Changing one's own profile.
        case editProfile
    }

    /// Its id as addresses name it, `B2C_1_signin`; compared without regard to letter case.
    public var id: String
    /// What it is for.
    public var purpose: Purpose

    /// Makes a policy.
    public init(id: String, purpose: Purpose) {
        self.id = id
        self.purpose = purpose
    }
}

/// A further cloud that this provider serves under names of its own.
public struct HostedCloud: Sendable, Hashable {
    /// The name by which tenants say that they live there.
    public var name: String
    /// Where requests are sent, without port.
    public var preferredNetwork: String
    /// Under which name clients keep credentials, without port.
    public var preferredCache: String
    /// All names, without ports.
    public var aliases: [String]

    /// Makes a cloud.
    public init(name: String, preferredNetwork: String, preferredCache: String, aliases: [String]) {
        self.name = name
        self.preferredNetwork = preferredNetwork
        self.preferredCache = preferredCache
        self.aliases = aliases
    }

    /// The sovereign cloud of the seeded tenants Wingtip and Tailspin.
    public static let sovereign = HostedCloud(
        name: "sovereign", preferredNetwork: "login.sovereign.test", preferredCache: "sts.sovereign.test",
        aliases: ["login.sovereign.test", "sts.sovereign.test"])
}
