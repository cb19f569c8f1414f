/// The kind of directory that a tenant is, which determines its accounts and its tokens.
package enum TenantKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// An organization: work and school accounts, and guests of other tenants.
    case organization
    /// Personal Microsoft accounts: the one tenant behind `consumers`.
    case personal
    /// Azure AD B2C: customers, who sign in by policies.
    case b2c
    /// Microsoft Entra External ID: customers, at their own host.
    case external
    /// Active Directory Federation Services: subjects of one farm, and no tenants.
    case adfs
    /// A plain OpenID provider: subjects, and neither object ids nor tenants.
    case openID
}

/// A policy of a B2C tenant: the user flow at its authorization endpoint.
package struct UserFlow: Sendable, Hashable, Codable {
    /// The purpose of a policy.
    package enum Purpose: String, Sendable, Hashable, Codable {
        /// Signing in.
        case signIn
        /// Editing the user's own profile.
        case editProfile
    }

    /// Its id as in addresses, `B2C_1_signin`; compared without regard to letter case.
    package var id: String
    /// The purpose.
    package var purpose: Purpose

    /// Makes a policy.
    package init(id: String, purpose: Purpose) {
        self.id = id
        self.purpose = purpose
    }
}

/// A further cloud that this provider serves under its own names.
package struct HostedCloud: Sendable, Hashable {
    /// The name with which tenants refer to it.
    package var name: String
    /// The host to which requests are sent, without port.
    package var preferredNetwork: String
    /// The host under which clients store credentials, without port.
    package var preferredCache: String
    /// All names, without ports.
    package var aliases: [String]

    /// Makes a cloud.
    package init(name: String, preferredNetwork: String, preferredCache: String, aliases: [String]) {
        self.name = name
        self.preferredNetwork = preferredNetwork
        self.preferredCache = preferredCache
        self.aliases = aliases
    }

    /// The sovereign cloud of the seeded tenants Wingtip and Tailspin.
    package static let sovereign = HostedCloud(
        name: "sovereign", preferredNetwork: "login.sovereign.test", preferredCache: "sts.sovereign.test",
        aliases: ["login.sovereign.test", "sts.sovereign.test"])
}
