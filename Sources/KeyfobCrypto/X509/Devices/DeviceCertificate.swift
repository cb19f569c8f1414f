package import Foundation
import SwiftASN1

/// The certificate that a device gets when it is registered in a tenant.
///
/// Parsing verifies nothing: call ``isIssued(by:)`` and ``isValid(at:)``.
package struct DeviceCertificate: Sendable, Hashable {
    /// The certificate in DER.
    package let der: [UInt8]
    /// The device's id: the first common name of the subject.
    package let deviceID: String
    /// The organizational units of the issuer, which a challenge names.
    package let issuerUnits: [String]
    /// The device's key.
    package let publicKey: AsymmetricPublicKey
    /// The tenant's id, from extension 1.2.840.113556.1.5.284.5.
    package let tenantID: String?
    /// The object id of the user who registered the device, from extension 1.2.840.113556.1.5.284.3.
    package let userID: String?
    /// The start of its validity.
    package let notBefore: Date
    /// The end of its validity.
    package let notAfter: Date

    private let signed: Signature

    private struct Signature: Sendable, Hashable {
        let body: [UInt8]
        let algorithm: [UInt8]
        let value: [UInt8]
    }

    /// Parses a certificate.
    ///
    /// - Throws: ``CryptoError`` if the bytes are not an X.509 certificate of version 3 whose subject has a common name
    ///   and whose key is RSA or P-256.
    package init(der: [UInt8]) throws(CryptoError) {
        let malformed = CryptoError("The bytes are not a device certificate.")
        // version [0], serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo, extensions [3]
        guard let parsed = SignedBody(der: der), let fields = parsed.body.children, fields.count >= 7,
            fields[0].identifier.tagClass == .contextSpecific,
            Array(fields[2].encodedBytes) == parsed.algorithm,
            let validity = fields[4].children, validity.count == 2,
            let start = CertificateMoment.date(validity[0]), let end = CertificateMoment.date(validity[1]),
            let name = fields[5].values(of: .commonName).first, !name.isEmpty
        else { throw malformed }
        self.der = der
        deviceID = name
        issuerUnits = fields[3].values(of: .organizationalUnit)
        publicKey = try AsymmetricPublicKey(der: Array(fields[6].encodedBytes))
        notBefore = start
        notAfter = end
        let extensions = Self.extensions(fields.dropFirst(7))
        tenantID = extensions[.deviceTenant].flatMap(GUIDBytes.decode)
        userID = extensions[.deviceUser].flatMap(GUIDBytes.decode)
        signed = Signature(body: parsed.bodyBytes, algorithm: parsed.algorithm, value: parsed.signature)
    }

    /// Whether that authority's key signed the certificate.
    package func isIssued(by authority: AsymmetricPublicKey) -> Bool {
        var expected = DER.Serializer()
        guard (try? expected.serializeSignatureAlgorithm(CertificateSignatureKind(authority))) != nil,
            expected.serializedBytes == signed.algorithm
        else { return false }
        return authority.verifies(certificateSignature: signed.value, of: signed.body)
    }

    /// Whether a time is within the certificate's validity.
    package func isValid(at moment: Date) -> Bool { notBefore <= moment && moment <= notAfter }

    /// The device extensions, each an octet string within the extension's octet string.
    private static func extensions(_ fields: ArraySlice<ASN1Node>) -> [ASN1ObjectIdentifier: [UInt8]] {
        let tag = ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific)
        guard let list = fields.first(where: { $0.identifier == tag })?.children?.first?.children else { return [:] }
        var found: [ASN1ObjectIdentifier: [UInt8]] = [:]
        for item in list {
            guard let parts = item.children, let first = parts.first, let last = parts.last,
                let identifier = try? ASN1ObjectIdentifier(derEncoded: first),
                let outer = try? ASN1OctetString(derEncoded: last),
                let inner = try? ASN1OctetString(derEncoded: Array(outer.bytes))
            else { continue }
            found[identifier] = Array(inner.bytes)
        }
        return found
    }
}

extension ASN1ObjectIdentifier {
    static let deviceID: ASN1ObjectIdentifier = [1, 2, 840, 113556, 1, 5, 284, 2]
    static let deviceUser: ASN1ObjectIdentifier = [1, 2, 840, 113556, 1, 5, 284, 3]
    static let deviceTenant: ASN1ObjectIdentifier = [1, 2, 840, 113556, 1, 5, 284, 5]
    static let deviceJoinType: ASN1ObjectIdentifier = [1, 2, 840, 113556, 1, 5, 284, 7]
    static let deviceRegion: ASN1ObjectIdentifier = [1, 2, 840, 113556, 1, 5, 284, 8]
}
