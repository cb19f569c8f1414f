/// A signed-in user, as an app sees it. It is a value that contains no token: apps can keep it, compare it and make one
/// in tests.
public struct Account: Sendable, Hashable, Identifiable {
    /// An opaque identifier that is stable across name changes (`home_account_id`). Do not show or parse it. Empty for
    /// an account that only an ADAL before 2.7 has signed in, until its first silent call.
    public let identifier: String
    /// The user name to show; may change, and may be nil.
    public let username: String?
    /// The host where the account signed in, as stored.
    public let environment: String
    /// The user in each tenant that the account has signed in to, the home tenant first if known.
    public let tenantProfiles: [TenantProfile]

    /// Makes an account, for example in an app's test.
    public init(identifier: String, username: String?, environment: String, tenantProfiles: [TenantProfile] = []) {
        self.identifier = identifier
        self.username = username
        self.environment = environment
        self.tenantProfiles = tenantProfiles
    }

    /// The ``identifier``; for an account that has none yet, its environment and user name.
    public var id: String { identifier.isEmpty ? nameInEnvironment : identifier }

    /// The claims of the home tenant's id token, if there is one.
    public var claims: [String: JSONValue]? { tenantProfiles.first { $0.isHomeTenant }?.claims }

    /// Whether the two are the same account: equal identifiers, ignoring letter case, or equal user names in one
    /// environment if neither has an identifier yet.
    public func isSameAccount(as other: Account) -> Bool {
        guard identifier.isEmpty, other.identifier.isEmpty else {
            return identifier.lowercased() == other.identifier.lowercased()
        }
        return username != nil && nameInEnvironment == other.nameInEnvironment
    }

    private var nameInEnvironment: String { "\(environment.lowercased()) \((username ?? "").lowercased())" }
}

/// A user in one tenant: the user's object there and the claims of the id token issued there.
public struct TenantProfile: Sendable, Hashable {
    /// The user's object id in this tenant (`oid`, else `sub`).
    public let identifier: String
    /// The tenant (`realm`).
    public let tenantID: String
    /// Whether it is the account's home tenant.
    public let isHomeTenant: Bool
    private let source: ProfileClaims

    /// The claims of the id token that this app's client got in this tenant, if any.
    public var claims: [String: JSONValue]? { source.value }

    /// Makes a profile.
    public init(identifier: String, tenantID: String, isHomeTenant: Bool, claims: [String: JSONValue]? = nil) {
        self.identifier = identifier
        self.tenantID = tenantID
        self.isHomeTenant = isHomeTenant
        source = ProfileClaims(claims)
    }

    /// Makes a profile that reads its claims from their token on first access: most calls for a token never need them.
    package init(
        identifier: String, tenantID: String, isHomeTenant: Bool,
        readingClaims: (@Sendable () -> [String: JSONValue]?)?
    ) {
        self.identifier = identifier
        self.tenantID = tenantID
        self.isHomeTenant = isHomeTenant
        source = readingClaims.map { ProfileClaims(reading: $0) } ?? ProfileClaims([String: JSONValue]?.none)
    }
}
