import KeyfobCrypto

extension IDTokenRule {
    /// OpenID Connect Core section 3.1.3.7 number 2: `iss` is exactly the expected issuer.
    ///
    /// Texts are compared by their bytes, here and in the other rules: Swift's `==` considers the Kelvin sign equal to
    /// K (RFC 7519 section 2 allows no such transformation).
    ///
    /// The issuer in the Microsoft identity platform's multi-tenant metadata has the placeholder `{tenantid}`, which is
    /// replaced with the token's `tid`.
    static let issuer = IDTokenRule(rule: .issuer) { token, expectations in
        let placeholder = "{tenantid}"
        guard expectations.issuer.contains(placeholder) else {
            return ConstantTime.equal(token.issuer, expectations.issuer) ? nil : "The token is from another issuer."
        }
        guard let tenant = token.tenantID, Self.isTenantID(tenant) else {
            return "The token has no valid tid, which its issuer requires."
        }
        let expected = expectations.issuer.replacing(placeholder, with: tenant)
        return ConstantTime.equal(token.issuer, expected) ? nil : "The token is from another issuer than its tenant's."
    }

    /// Letters, digits and hyphens, which cannot change the meaning of a URL.
    private static func isTenantID(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D
            }
    }
}

extension IDTokenRule {
    /// A rule of the Microsoft identity platform: if one tenant is expected, `tid` is that tenant.
    static let tenant = IDTokenRule(rule: .tenant) { token, expectations in
        guard let expected = expectations.tenantID else { return nil }
        return token.tenantID?.lowercased() == expected.lowercased() ? nil : "The token is of another tenant."
    }
}
