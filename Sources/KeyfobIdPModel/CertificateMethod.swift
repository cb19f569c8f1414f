/// A tenant's sign-in by certificate: `x509CertificateAuthenticationMethodConfiguration` of Microsoft Graph.
package struct CertificateMethod: Sendable, Hashable, Codable {
    /// An authority that the tenant trusts.
    package struct Authority: Sendable, Hashable, Codable {
        /// Its certificate in DER.
        package var certificate: [UInt8]
        /// `isRootAuthority`: chains end here.
        package var isRoot: Bool
        /// Its revocation list in DER, if it has one.
        package var revocationList: [UInt8]?

        /// Makes an authority.
        package init(certificate: [UInt8], isRoot: Bool, revocationList: [UInt8]? = nil) {
            self.certificate = certificate
            self.isRoot = isRoot
            self.revocationList = revocationList
        }
    }

    /// The authorities that the tenant trusts; each one in a certificate's chain must be among them.
    package var authorities: [Authority]
    /// The mappings from a certificate to a user; the first that finds a user counts.
    package var bindings: [CertificateBinding]
    /// Whether a certificate counts as two factors.
    package var isMultiFactor: Bool

    /// Makes a method; without bindings it has the default ones of Entra ID.
    package init(
        authorities: [Authority], bindings: [CertificateBinding] = CertificateBinding.standard,
        isMultiFactor: Bool = false
    ) {
        self.authorities = authorities
        self.bindings = bindings
        self.isMultiFactor = isMultiFactor
    }
}
