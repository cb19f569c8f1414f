/// Where an account signs in: a host, and what stands for one directory or policy there.
///
/// `https://login.microsoftonline.com/common`, `https://localhost:8443/contoso.test`,
/// `https://contoso.b2clogin.com/tfp/contoso.onmicrosoft.com/b2c_1_signin`. Only `https` is accepted. Reading a URL
/// guesses the ``kind-swift.property`` as MSAL does; the factories (``b2c(_:)``, ``ciam(_:requiresStandardHost:)``,
/// ``adfs(_:)``, ``openID(issuer:)``) say it.
public struct Authority: Sendable, Hashable, CustomStringConvertible {
    /// What kind of identity provider answers at an authority; each has its own addresses, issuers and identifiers.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The Microsoft identity platform: work and school accounts, personal ones, or both.
        case aad
        /// Azure AD B2C: one policy (user flow) of one tenant.
        case b2c
        /// Microsoft Entra External ID.
        case ciam
        /// Active Directory Federation Services.
        case adfs
        /// Any other OpenID provider, known by its issuer.
        case openID
    }

    /// What kind of provider answers.
    public let kind: Kind
    /// Host, with the port if it is not 443, in lower case. Two ports are two identity providers.
    public let environment: String
    /// The tenant segment as written, in lower case: a GUID, a verified domain, `common`, `organizations`,
    /// `consumers`; for AD FS `adfs`; for an OpenID provider `openid`.
    public let tenant: String
    /// The policy of a B2C authority, in lower case; nil for every other kind.
    public let policy: String?
    /// The issuer of an OpenID provider, exactly as given; nil for every other kind.
    public let issuer: String?

    /// The tenant of personal Microsoft accounts.
    public static let personalAccountsTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Makes an authority of the Microsoft identity platform of its parts.
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

    /// The same host, and policy, with another tenant. AD FS and OpenID providers have no tenants, and stay as they are.
    public func with(tenant: String) -> Authority {
        switch kind {
        case .aad, .b2c, .ciam: Authority(kind, environment: environment, tenant: tenant, policy: policy)
        case .adfs, .openID: self
        }
    }

    /// The same tenant, and policy, at another host; an OpenID provider stays as it is, since its issuer is its name.
    public func with(environment: String) -> Authority {
        kind == .openID ? self : Authority(kind, environment: environment, tenant: tenant, policy: policy)
    }

    /// The names under which credentials of this environment may be stored.
    public var cloud: Cloud { Cloud.containing(environment) }

    /// The authority as a URL without a trailing slash: the canonical form, whatever form was read.
    public var description: String {
        switch kind {
        case .aad, .ciam, .adfs: "https://\(environment)/\(PercentEncoding.encode(tenant))"
        case .b2c:
            "https://\(environment)/tfp/\(PercentEncoding.encode(tenant))/\(PercentEncoding.encode(policy ?? ""))"
        case .openID: issuer.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? "https://\(environment)"
        }
    }
}
