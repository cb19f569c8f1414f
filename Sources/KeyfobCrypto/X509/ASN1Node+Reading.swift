import KeyfobBackport
import SwiftASN1

extension ASN1Node {
    /// The child nodes; nil for a primitive node.
    var children: [ASN1Node]? {
        guard case .constructed(let nodes) = content else { return nil }
        return Array(nodes)
    }

    /// The bytes of a primitive node.
    var primitiveBytes: [UInt8]? {
        guard case .primitive(let bytes) = content else { return nil }
        return Array(bytes)
    }

    /// Returns the values of one attribute of a distinguished name, in order.
    func values(of attribute: ASN1ObjectIdentifier) -> [String] {
        guard let sets = children else { return [] }
        return sets.flatMap { $0.children ?? [] }.compactMap { pair in
            guard let parts = pair.children, parts.count == 2,
                let type = try? ASN1ObjectIdentifier(derEncoded: parts[0]), type == attribute,
                let bytes = parts[1].primitiveBytes
            else { return nil }
            return String(valid: bytes, as: UTF8.self)
        }
    }
}

/// The structure that certificates and certificate requests share: a body, the signature algorithm and the signature.
struct SignedBody {
    let body: ASN1Node
    let bodyBytes: [UInt8]
    let algorithm: [UInt8]
    let signature: [UInt8]

    init?(der: [UInt8]) {
        guard let node = try? DER.parse(der), node.identifier == .sequence, let parts = node.children,
            parts.count == 3, parts[0].identifier == .sequence, parts[1].identifier == .sequence,
            let signature = try? ASN1BitString(derEncoded: parts[2]), signature.paddingBits == 0
        else { return nil }
        body = parts[0]
        bodyBytes = Array(parts[0].encodedBytes)
        algorithm = Array(parts[1].encodedBytes)
        self.signature = Array(signature.bytes)
    }

    /// Whether that key made the signature, with the algorithm of its kind.
    func isSigned(by key: AsymmetricPublicKey) -> Bool {
        var expected = DER.Serializer()
        guard (try? expected.serializeSignatureAlgorithm(CertificateSignatureKind(key))) != nil,
            expected.serializedBytes == algorithm
        else { return false }
        return key.verifies(certificateSignature: signature, of: bodyBytes)
    }

    /// Signs a body; returns the DER of the body with its signature.
    static func sign(_ body: [UInt8], with key: AsymmetricKey) throws -> [UInt8] {
        let signature = try key.certificateSignature(of: body)
        var coder = DER.Serializer()
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            coder.serializeRawBytes(body)
            try coder.serializeSignatureAlgorithm(CertificateSignatureKind(key.publicKey))
            try coder.serialize(ASN1BitString(bytes: signature[...]))
        }
        return coder.serializedBytes
    }
}
