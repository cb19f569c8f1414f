import KeyfobCore
import KeyfobOAuth

/// The issuers that the metadata of an authority may have (OpenID Connect Discovery 1.0 section 4.3, with the
/// exceptions of the Microsoft identity platform).
enum IssuerHostRule {
    /// Returns the issuer's host, if it is not allowed for the authority; nil if it is.
    static func foreignHost(_ metadata: ProviderMetadata, authority: Authority, aliases: [String]) -> String? {
        guard let issuer = HTTPURL(metadata.issuer(tenantID: authority.tenant)) else { return "(a malformed issuer)" }
        switch authority.kind {
        case .openID:
            // Exactly the requested issuer, except for a trailing slash, which authorities drop.
            return plain(metadata.issuer) == plain(authority.issuer ?? "") ? nil : issuer.hostAndPort
        case .ciam where isTenantHost(issuer, of: authority): return nil
        case .aad, .b2c, .ciam, .adfs:
            return EndpointRule.belongs(issuer, to: authority, aliases: aliases) ? nil : issuer.hostAndPort
        }
    }

    /// External ID's issuer has the tenant's id instead of the subdomain: `https://ID.ciamlogin.com/ID/v2.0` for
    /// `https://contoso.ciamlogin.com` and for custom domains.
    private static func isTenantHost(_ issuer: HTTPURL, of authority: Authority) -> Bool {
        guard issuer.scheme == "https", let dot = issuer.host.firstIndex(of: "."),
            let tenant = issuer.path.split(separator: "/").first, TenantRule.isTenantID(tenant.lowercased()),
            issuer.host[..<dot] == tenant.lowercased()
        else { return false }
        let domain = issuer.hostAndPort[issuer.hostAndPort.index(after: dot)...]
        let own = authority.environment
        guard let ownDot = own.firstIndex(of: ".") else { return false }
        return domain == "ciamlogin.com" || domain == own[own.index(after: ownDot)...]
    }

    private static func plain(_ issuer: String) -> Substring { issuer.hasSuffix("/") ? issuer.dropLast() : issuer[...] }
}
