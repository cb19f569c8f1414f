import KeyfobIdPModel
import KeyfobOAuth

/// Claim `iss`, on the provider's own host for both versions; in the place of the public cloud, version 1 has that
/// cloud's separate host.
enum Issuer {
    static func of(tenantID: String, _ dialect: OAuthDialect, origin: String) -> String {
        switch dialect {
        case .v1: "\(origin == StandIn.signInOrigin ? StandIn.versionOneIssuers : origin)/\(tenantID)/"
        case .v2: "\(origin)/\(tenantID)/v2.0"
        }
    }

    /// The issuer of a tenant of any kind, as its metadata names it.
    ///
    /// - Parameter tenant: nil where the metadata is for every tenant; it then contains a template, a peculiarity of
    ///   Entra ID.
    static func of(_ tenant: Tenant?, _ dialect: OAuthDialect, origin: String) -> String {
        guard let tenant else { return of(tenantID: "{tenantid}", dialect, origin: origin) }
        return switch tenant.kind {
        case .organization, .personal: of(tenantID: tenant.id, dialect, origin: origin)
        case .b2c: "\(origin)/\(tenant.id)/v2.0/"
        case .external: external(tenantID: tenant.id, origin: origin)
        case .adfs: "\(origin)/adfs"
        case .openID: origin
        }
    }

    /// The issuer of External ID, with the tenant's id instead of the subdomain: `https://ID.ciamlogin.com/ID/v2.0`.
    static func external(tenantID: String, origin: String) -> String {
        guard let dot = origin.firstIndex(of: ".") else { return of(tenantID: tenantID, .v2, origin: origin) }
        return "https://\(tenantID)\(origin[dot...])/\(tenantID)/v2.0"
    }
}
