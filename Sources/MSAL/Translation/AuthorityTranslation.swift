import KeyfobCore

/// MSAL's authorities as the core has them.
enum AuthorityTranslation {
    /// - Parameter tenant: in place of the address's own.
    static func aad(_ text: String, tenant: String?) throws(AuthError) -> Authority {
        let authority = try Authority(text)
        guard authority.kind == .aad else {
            throw .configuration(
                "The authority is not one of the Microsoft identity platform.",
                remedy: "Use MSALB2CAuthority or MSALCIAMAuthority, or MSALAuthority, which tells them apart.")
        }
        return tenant.map(authority.with(tenant:)) ?? authority
    }
}
