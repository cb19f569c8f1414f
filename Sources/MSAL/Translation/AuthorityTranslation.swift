import KeyfobCore

/// MSAL's authorities as the core has them.
enum AuthorityTranslation {
    /// The class that stands for an authority.
    enum Kind { case aad, b2c, ciam, adfs, other }

    static func kind(of authority: Authority) -> Kind { .aad }

    static func guess(_ text: String) throws(AuthError) -> Authority { try Authority(text) }

    /// - Parameter tenant: in place of the address's own.
    static func aad(_ text: String, tenant: String?) throws(AuthError) -> Authority {
        let authority = try Authority(text)
        return tenant.map(authority.with(tenant:)) ?? authority
    }

    static func aad(host: String, tenant: String) throws(AuthError) -> Authority {
        try Authority("https://\(host)/\(PercentEncoding.encode(tenant))")
    }

    static func b2c(_ text: String) throws(AuthError) -> Authority { throw missing("B2C") }

    static func ciam(_ text: String, requiresStandardHost: Bool) throws(AuthError) -> Authority {
        throw missing("External ID")
    }

    private static func missing(_ kind: String) -> AuthError {
        .configuration("Authorities of \(kind) are not supported yet.")
    }
}
