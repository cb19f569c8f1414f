import KeyfobCrypto
import KeyfobJOSE

/// The signature inside the element that it signs (XML Signature Syntax and Processing 1.1 section 6.6.4), of one form
/// only: one reference to the whole element, exclusive canonicalization, SHA-256, RSA. Everything else is refused. The
/// verified tree is the one that is read afterwards, which prevents signature wrapping.
enum EnvelopedSignature {
    static let namespace = "http://www.w3.org/2000/09/xmldsig#"
    static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    static let sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"
    static let rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

    /// The reason why a signature is not valid.
    struct Refusal: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    /// Whether there is a signature anywhere in a document.
    static func isPresent(in document: XMLTree) -> Bool { document.count("Signature", namespace) > 0 }

    /// Verifies the signature of an element.
    ///
    /// - Parameters:
    ///   - element: the signed element, the root of its document.
    ///   - id: its id, to which the signature refers.
    ///   - keys: the issuer's keys; a key inside the signature is ignored.
    /// - Returns: the element without its signature: the verified content.
    /// - Throws: ``Refusal``
    static func verified(_ element: XMLTree, id: String, keys: [RSAPublicKey]) throws(Refusal) -> XMLTree {
        guard element.count("Signature", namespace) == 1, let signature = element.only("Signature", namespace) else {
            throw Refusal("it does not have exactly one signature")
        }
        guard let info = signature.only("SignedInfo", namespace),
            let value = signature.only("SignatureValue", namespace)?.text.flatMap(Base64.decodeLoosely)
        else { throw Refusal("its signature is malformed") }
        guard info.only("CanonicalizationMethod", namespace).flatMap(algorithm) == ExclusiveCanonicalForm.algorithm,
            info.only("SignatureMethod", namespace).flatMap(algorithm) == rsaSHA256
        else { throw Refusal("it is not signed with RSA and SHA-256 over exclusive canonical XML") }
        guard let reference = info.only("Reference", namespace), reference[attribute: "URI"] == "#\(id)",
            let digest = reference.only("DigestValue", namespace)?.text.flatMap(Base64.decodeLoosely)
        else { throw Refusal("its signature does not refer to it") }
        let transforms = reference.only("Transforms", namespace)?.all("Transform", namespace).map(algorithm) ?? []
        guard transforms == [enveloped, ExclusiveCanonicalForm.algorithm],
            reference.only("DigestMethod", namespace).flatMap(algorithm) == sha256
        else { throw Refusal("its signature has unsupported transforms") }
        var content = element
        content.children.removeAll {
            if case .element(let child) = $0 { child.isNamed("Signature", namespace) } else { false }
        }
        guard ConstantTime.equal(Digest.sha256(ExclusiveCanonicalForm.bytes(of: content)), digest) else {
            throw Refusal("it was changed after it was signed")
        }
        let message = ExclusiveCanonicalForm.bytes(of: info)
        guard keys.contains(where: { $0.verifies(value, of: message) }) else {
            throw Refusal("its signature is not the issuer's")
        }
        return content
    }

    /// The algorithm of an element; nil if it has parameters.
    private static func algorithm(_ element: XMLTree) -> String? {
        element.elements.isEmpty ? element[attribute: "Algorithm"] : nil
    }
}
