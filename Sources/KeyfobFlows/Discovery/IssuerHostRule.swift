import KeyfobCore
import KeyfobOAuth

/// Which issuer the metadata of an authority may name (OpenID Connect Discovery 1.0 section 4.3, with the exceptions
/// that the Microsoft identity platform makes).
enum IssuerHostRule {
    /// The issuer's host, if the issuer is not the authority's; nil if it is.
    static func stranger(_ metadata: ProviderMetadata, authority: Authority, aliases: [String]) -> String? {
        guard let issuer = HTTPURL(metadata.issuer(tenantID: authority.tenant)) else { return "(a malformed issuer)" }
        switch authority.kind {
        case .openID:
            // Exactly the issuer that was asked, but for a slash at its end, which authorities lose on the way.
            return plain(metadata.issuer) == plain(authority.issuer ?? "") ? nil : issuer.hostAndPort
        case .ciam where isTenantHost(issuer, of: authority): return nil
        case .aad, .b2c, .ciam, .adfs:
            return EndpointRule.belongs(issuer, to: authority, aliases: aliases) ? nil : issuer.hostAndPort
        }
    }

    /// External ID's issuer has the tenant's id in the place of the subdomain: `https://ID.ciamlogin.com/ID/v2.0` for
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
