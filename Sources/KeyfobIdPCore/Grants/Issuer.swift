import KeyfobOAuth

/// Claim `iss`, on the provider's own host for both versions.
enum Issuer {
    static func of(tenantID: String, _ dialect: OAuthDialect, origin: String) -> String {
        switch dialect {
        case .v1: "\(origin)/\(tenantID)/"
        case .v2: "\(origin)/\(tenantID)/v2.0"
        }
    }
}
