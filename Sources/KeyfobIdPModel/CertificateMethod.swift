/// A tenant's sign-in by certificate: `x509CertificateAuthenticationMethodConfiguration` of Microsoft Graph.
public struct CertificateMethod: Sendable, Hashable, Codable {
    /// An authority that the tenant trusts.
    public struct Authority: Sendable, Hashable, Codable {
        /// Its certificate in DER.
        public var certificate: [UInt8]
        /// `isRootAuthority`: chains end here.
        public var isRoot: Bool
        /// Its revocation list in DER, if it has one.
        public var revocationList: [UInt8]?

        /// Makes an authority.
        public init(certificate: [UInt8], isRoot: Bool, revocationList: [UInt8]? = nil) {
            self.certificate = certificate
            self.isRoot = isRoot
            self.revocationList = revocationList
        }
    }

    /// The authorities that the tenant trusts; each one in a certificate's chain must be among them.
    public var authorities: [Authority]
    /// The mappings from a certificate to a user; the first that finds a user counts.
    public var bindings: [CertificateBinding]
    /// Whether a certificate counts as two factors.
    public var isMultiFactor: Bool

    /// Makes a method; without bindings it has the default ones of Entra ID.
    public init(
        authorities: [Authority], bindings: [CertificateBinding] = CertificateBinding.standard,
        isMultiFactor: Bool = false
    ) {
        self.authorities = authorities
        self.bindings = bindings
        self.isMultiFactor = isMultiFactor
    }
}
