/// Where an account signs in: a host and a tenant segment.
///
/// `https://login.microsoftonline.com/common`, `https://localhost:8443/contoso.test`. Query, fragment and further
/// path segments are dropped, as MSAL does for AAD authorities. Only `https` is accepted.
public struct Authority: Sendable, Hashable, CustomStringConvertible {
    /// Host, with the port if it is not 443, in lower case. Two ports are two identity providers.
    public let environment: String
    /// The tenant segment as written, in lower case: a GUID, a verified domain, `common`, `organizations`,
    /// `consumers`.
    public let tenant: String

    /// The tenant of personal Microsoft accounts.
    public static let personalAccountsTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Parses an authority URL.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the text is not an `https` URL with a tenant segment.
    public init(_ text: String) throws(AuthError) {
        guard let url = HTTPURL(text) else {
            throw .configuration("The authority is not an absolute https URL.", remedy: Self.remedy)
        }
        guard url.scheme == "https" else {
            throw .configuration("The authority must use https.", remedy: Self.remedy)
        }
        guard let segment = url.path.split(separator: "/").first, let tenant = PercentEncoding.decode(segment),
            tenant != ".", tenant != ".."
        else {
            throw .configuration("The authority has no tenant segment.", remedy: Self.remedy)
        }
        self.init(environment: url.hostAndPort, tenant: tenant)
    }

    /// Makes an authority of its parts.
    public init(environment: String, tenant: String) {
        self.environment = environment.lowercased()
        self.tenant = tenant.lowercased()
    }

    private static let remedy =
        "Use the form https://HOST/TENANT, for example https://login.microsoftonline.com/common."

    /// Whether the tenant segment names an audience instead of one tenant.
    public var isMultiTenant: Bool { ["common", "organizations", "consumers"].contains(tenant) }

    /// The same host with another tenant.
    public func with(tenant: String) -> Authority { Authority(environment: environment, tenant: tenant) }

    /// The names under which credentials of this environment may be stored.
    public var cloud: Cloud { Cloud.containing(environment) }

    /// The authority as a URL without a trailing slash.
    public var description: String { "https://\(environment)/\(PercentEncoding.encode(tenant))" }
}
