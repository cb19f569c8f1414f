/// The metadata of the provider as services read it (SAML Metadata section 2.4.3).
package enum SAMLMetadata {
    /// The metadata document, signed.
    ///
    /// - Parameters:
    ///   - issuer: the provider's name: `entityID`.
    ///   - address: the address for sign-on and sign-out.
    ///   - certificates: those of the published keys in DER, the present one's first.
    ///   - wantsSignedRequests: whether it accepts signed requests only.
    ///   - id: the id of the document.
    ///   - signer: signs it.
    /// - Throws: the error of the key.
    package static func document(
        issuer: String, address: String, certificates: [[UInt8]], wantsSignedRequests: Bool, id: String,
        signer: SAMLSigner
    ) throws -> [UInt8] {
        let keys = certificates.map { certificate in
            XMLTree("KeyDescriptor", .metadata, [("use", "signing")], [SAMLSigner.keyInfo(certificate)])
        }
        func service(_ name: String, _ binding: String) -> XMLTree {
            XMLTree(name, .metadata, [("Binding", binding), ("Location", address)])
        }
        let formats = SAMLNameIDFormat.allCases.map { XMLTree("NameIDFormat", .metadata, text: $0.rawValue) }
        let role = XMLTree(
            "IDPSSODescriptor", .metadata,
            [
                ("protocolSupportEnumeration", SAMLName.messages),
                ("WantAuthnRequestsSigned", wantsSignedRequests ? "true" : nil),
            ],
            keys + [service("SingleLogoutService", SAMLName.redirect)] + formats + [
                service("SingleSignOnService", SAMLName.redirect), service("SingleSignOnService", SAMLName.post),
            ])
        let descriptor = XMLTree("EntityDescriptor", .metadata, [("ID", id), ("entityID", issuer)], [role])
        return try signer.signed(descriptor).document
    }
}
