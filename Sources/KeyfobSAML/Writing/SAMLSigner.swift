import KeyfobCrypto
import KeyfobJOSE

/// Signs what the provider writes: RSA with SHA-256 over the exclusive canonical form, and the certificate in the
/// signature, as at Entra ID.
package struct SAMLSigner: Sendable {
    /// The certificate of the key in DER.
    package let certificate: [UInt8]
    private let sign: @Sendable ([UInt8]) throws -> [UInt8]

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - certificate: the certificate of the key in DER.
    ///   - sign: signs a message by RSASSA-PKCS1-v1_5 with SHA-256.
    package init(certificate: [UInt8], sign: @escaping @Sendable ([UInt8]) throws -> [UInt8]) {
        self.certificate = certificate
        self.sign = sign
    }

    /// An element with a signature in it: after its `Issuer`, or first where it has none.
    ///
    /// - Throws: the key's error.
    func signed(_ element: XMLTree) throws -> XMLTree {
        let digest = Digest.sha256(ExclusiveCanonicalForm.bytes(of: element))
        let info = Self.info(id: element[attribute: "ID"] ?? "", digest: digest)
        let value = try sign(ExclusiveCanonicalForm.bytes(of: info))
        let signature = XMLTree(
            "Signature", .signature, [],
            [info, XMLTree("SignatureValue", .signature, text: Base64.encode(value)), keyInfo])
        var element = element
        let isAfterIssuer = element.elements.first?.isNamed("Issuer", SAMLName.assertion) ?? false
        element.children.insert(.element(signature), at: isAfterIssuer ? 1 : 0)
        return element
    }

    /// The signature of the characters of a query.
    ///
    /// - Throws: the key's error.
    func signature(of query: String) throws -> [UInt8] { try sign(Array(query.utf8)) }

    /// The certificate, as signatures and metadata contain it.
    var keyInfo: XMLTree { Self.keyInfo(certificate) }

    /// `KeyInfo` with one certificate.
    static func keyInfo(_ certificate: [UInt8]) -> XMLTree {
        XMLTree(
            "KeyInfo", .signature, [],
            [
                XMLTree(
                    "X509Data", .signature, [],
                    [XMLTree("X509Certificate", .signature, text: Base64.encode(certificate))])
            ])
    }

    private static func info(id: String, digest: [UInt8]) -> XMLTree {
        func algorithm(_ name: String, _ uri: String) -> XMLTree {
            XMLTree(name, .signature, [("Algorithm", uri)])
        }
        return XMLTree(
            "SignedInfo", .signature, [],
            [
                algorithm("CanonicalizationMethod", ExclusiveCanonicalForm.algorithm),
                algorithm("SignatureMethod", EnvelopedSignature.rsaSHA256),
                XMLTree(
                    "Reference", .signature, [("URI", "#\(id)")],
                    [
                        XMLTree(
                            "Transforms", .signature, [],
                            [
                                algorithm("Transform", EnvelopedSignature.enveloped),
                                algorithm("Transform", ExclusiveCanonicalForm.algorithm),
                            ]), algorithm("DigestMethod", EnvelopedSignature.sha256),
                        XMLTree("DigestValue", .signature, text: Base64.encode(digest)),
                    ]),
            ])
    }
}
