extension Authority {
    /// The accounts that an authority of the Microsoft identity platform admits: the meaning of its tenant segment.
    public enum Audience: Sendable, Hashable {
        /// Work, school and personal accounts: `common`.
        case everyone
        /// Work and school accounts of any organization: `organizations`.
        case organizations
        /// Personal Microsoft accounts only: `consumers`.
        case personal
        /// Accounts and guests of one tenant: its id or a verified domain.
        case tenant(String)

        /// The tenant segment.
        public var segment: String {
            switch self {
            case .everyone: "common"
            case .organizations: "organizations"
            case .personal: "consumers"
            case .tenant(let name): name
            }
        }
    }

    /// Makes an authority of the Microsoft identity platform, in a known or custom cloud.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if the audience is a tenant whose name is empty or not a path
    ///   segment.
    public static func aad(
        _ audience: Audience, in cloud: Cloud = .worldwide
    ) throws(AuthError) -> Authority {
        try aad(audience, host: cloud.preferredNetwork)
    }

    /// Makes an authority of the Microsoft identity platform at a host.
    ///
    /// - Parameters:
    ///   - audience: the accounts that it admits.
    ///   - host: with the port if it is not 443.
    /// - Throws: ``AuthError`` with code `configuration` if the host is malformed, or the tenant's name is empty or not
    ///   a path segment.
    public static func aad(_ audience: Audience, host: String) throws(AuthError) -> Authority {
        guard let url = HTTPURL("https://\(host)"), url.path == "/", url.query == nil else {
            throw .configuration("The authority's host is malformed.", remedy: remedy)
        }
        let segment = audience.segment
        guard !segment.isEmpty, !segment.contains("/"), segment != ".", segment != ".." else {
            throw .configuration("The authority has no tenant segment.", remedy: remedy)
        }
        return Authority(environment: url.hostAndPort, tenant: segment)
    }

    /// The accounts that it admits; nil for other kinds than the Microsoft identity platform.
    public var audience: Audience? {
        guard kind == .aad else { return nil }
        switch tenant {
        case "common": return .everyone
        case "organizations": return .organizations
        case "consumers", Self.personalAccountsTenant: return .personal
        default: return .tenant(tenant)
        }
    }
}
