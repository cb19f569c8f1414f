/// The place where an account signs in: a host, and a directory or policy there.
///
/// Examples: `https://login.microsoftonline.com/common`, `https://localhost:8443/contoso.test`,
/// `https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_signin`. Only `https` is accepted. Parsing a URL
/// guesses the ``kind-swift.property`` as MSAL does; the factories (``b2c(_:)``, ``ciam(_:requiresStandardHost:)``,
/// ``adfs(_:)``, ``openID(issuer:)``) set it.
public struct Authority: Sendable, Hashable, CustomStringConvertible {
    /// The kind of identity provider at an authority; each has its own addresses, issuers and identifiers.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The Microsoft identity platform: work and school accounts, personal ones, or both.
        case aad
        /// Azure AD B2C: one policy (user flow) of one tenant.
        case b2c
        /// Microsoft Entra External ID.
        case ciam
        /// Active Directory Federation Services.
        case adfs
        /// Any other OpenID provider, identified by its issuer.
        case openID
    }

    /// The kind of provider.
    public let kind: Kind
    /// Host, with the port if it is not 443, in lower case. Two ports are two identity providers.
    public let environment: String
    /// The tenant segment, in lower case: a GUID, a verified domain, `common`, `organizations`, `consumers`; for AD FS
    /// `adfs`; for an OpenID provider `openid`.
    public let tenant: String
    /// The policy of a B2C authority, in lower case; nil for every other kind.
    public let policy: String?
    /// The issuer of an OpenID provider, exactly as given; nil for every other kind.
    public let issuer: String?

    /// The tenant of personal Microsoft accounts.
    public static let personalAccountsTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Makes an authority of the Microsoft identity platform from its parts.
    public init(environment: String, tenant: String) {
        self.init(.aad, environment: environment, tenant: tenant)
    }

    init(_ kind: Kind, environment: String, tenant: String, policy: String? = nil, issuer: String? = nil) {
        self.kind = kind
        self.environment = environment.lowercased()
        self.tenant = tenant.lowercased()
        self.policy = policy?.lowercased()
        self.issuer = issuer
    }

    /// Whether the tenant segment names an audience instead of one tenant.
    public var isMultiTenant: Bool {
        kind == .aad && (tenant == "common" || tenant == "organizations" || tenant == "consumers")
    }

    /// Returns the authority with another tenant. AD FS and OpenID providers have no tenants, and stay as they are.
    public func with(tenant: String) -> Authority {
        switch kind {
        case .aad, .b2c, .ciam: Authority(kind, environment: environment, tenant: tenant, policy: policy)
        case .adfs, .openID: self
        }
    }

    /// Returns the authority with another host; an OpenID provider stays as it is, since its issuer identifies it.
    public func with(environment: String) -> Authority {
        kind == .openID ? self : Authority(kind, environment: environment, tenant: tenant, policy: policy)
    }

    /// The cloud of this environment: the names under which its credentials may be stored.
    public var cloud: Cloud { Cloud.containing(environment) }

    /// Whether it is a provider on this machine without TLS, which is for development.
    package var isPlainLoopback: Bool { kind == .openID && issuer.flatMap(HTTPURL.init)?.scheme == "http" }

    /// The authority as a URL without a trailing slash: the canonical form for every form that was parsed.
    public var description: String {
        switch kind {
        case .aad, .ciam, .adfs: "https://\(environment)/\(PercentEncoding.encode(tenant))"
        case .b2c:
            "https://\(environment)/tfp/\(PercentEncoding.encode(tenant))/\(PercentEncoding.encode(policy ?? ""))"
        case .openID: issuer.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? "https://\(environment)"
        }
    }
}
