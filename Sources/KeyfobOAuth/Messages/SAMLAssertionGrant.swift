/// The two grants that redeem a SAML assertion (RFC 7522 section 2.1, and the earlier form for SAML 1.1). The raw value
/// is the `grant_type`.
package enum SAMLAssertionGrant: String, Sendable, Hashable, CaseIterable {
    /// An assertion of SAML 1.1, as WS-Trust 2005 issues it.
    case version1 = "urn:ietf:params:oauth:grant-type:saml1_1-bearer"
    /// An assertion of SAML 2.0.
    case version2 = "urn:ietf:params:oauth:grant-type:saml2-bearer"
}
