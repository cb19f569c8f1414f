import KeyfobCore

/// Converts MSAL's authorities to the core's.
enum AuthorityTranslation {
    /// - Parameter tenant: replaces the address's tenant.
    static func aad(_ text: String, tenant: String?) throws(AuthError) -> Authority {
        let authority = try Authority(text)
        guard authority.kind == .aad else {
            throw .configuration(
                "The authority is not one of the Microsoft identity platform.",
                remedy: "Use MSALB2CAuthority or MSALCIAMAuthority, or MSALAuthority, which detects the kind.")
        }
        return tenant.map(authority.with(tenant:)) ?? authority
    }
}
