extension IDTokenRule {
    /// A rule of the Microsoft identity platform: if one tenant is expected, `tid` is that tenant.
    static let tenant = IDTokenRule(rule: .tenant) { token, expectations in
        guard let expected = expectations.tenantID else { return nil }
        return token.tenantID?.lowercased() == expected.lowercased() ? nil : "The token is of another tenant."
    }
}
