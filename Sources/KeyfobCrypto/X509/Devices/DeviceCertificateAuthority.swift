package import Foundation
import KeyfobCore
import SwiftASN1

/// The authority that certifies the keys of devices.
///
/// Device challenges name it as the issuer. It has no other purpose: it is never in a trust store, and the provider
/// verifies signatures with its key directly.
package struct DeviceCertificateAuthority: Sendable {
    /// The organizational unit of the issuer's name.
    package static let organizationalUnit = "82dbaca4-3e81-46ca-9c73-0950c1eaca97"
    /// The issuer's name in the form of challenges (RFC 4514: the last part first).
    package static let distinguishedName = "OU=\(organizationalUnit),CN=MS-Organization-Access,DC=windows,DC=net"

    private static let issuer = [
        DistinguishedPart(.domainComponent, "net"), DistinguishedPart(.domainComponent, "windows"),
        DistinguishedPart(.commonName, "MS-Organization-Access"),
        DistinguishedPart(.organizationalUnit, organizationalUnit),
    ]

    private let key: AsymmetricKey

    /// Makes an authority from its key.
    package init(key: AsymmetricKey) { self.key = key }

    /// The key that verifies the certificates.
    package var publicKey: AsymmetricPublicKey { key.publicKey }

    /// The key as PKCS #8 PEM. It is a secret.
    package var privateKeyPEM: String { key.pem }

    /// Issues a device's certificate, valid from an hour ago for ten years.
    ///
    /// - Parameters:
    ///   - publicKey: the device's key.
    ///   - deviceID: the device's id, a GUID: the subject.
    ///   - userID: the object id, a GUID, of the user who registers it.
    ///   - tenantID: the tenant's id, a GUID.
    ///   - joinType: the number of the join type in device registration.
    ///   - serialNumber: 16 random bytes.
    ///   - now: the current time.
    /// - Returns: the DER bytes.
    /// - Throws: ``CryptoError`` if an id is not a GUID, the time is outside the years 1971 to 9000, or swift-crypto
    ///   fails.
    package func issue(
        publicKey: AsymmetricPublicKey, deviceID: String, userID: String, tenantID: String, joinType: Int,
        serialNumber: [UInt8], now: Date
    ) throws(CryptoError) -> [UInt8] {
        guard let device = GUIDBytes.encode(deviceID), let user = GUIDBytes.encode(userID),
            let tenant = GUIDBytes.encode(tenantID), (31_536_000...2.2e11).contains(now.timeIntervalSince1970)
        else { throw CryptoError("A device certificate requires GUIDs and a time in the years 1971 to 9000.") }
        let own: [(ASN1ObjectIdentifier, [UInt8])] = [
            (.deviceID, device), (.deviceUser, user), (.deviceTenant, tenant),
            (.deviceJoinType, Array(String(joinType).utf8)), (.deviceRegion, Array("NA".utf8)),
        ]
        do {
            var body = DER.Serializer()
            try body.appendConstructedNode(identifier: .sequence) { coder in
                try coder.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { coder in
                    try coder.serialize(2)
                }
                // Positive and of at most 20 octets (RFC 5280 section 4.1.2.2).
                coder.appendPrimitiveNode(identifier: .integer) { $0 += [0x40] + serialNumber.prefix(16) }
                try coder.serializeSignatureAlgorithm(CertificateSignatureKind(key.publicKey))
                try coder.serializeName(Self.issuer)
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serializeTime(now.unixSeconds - 3600)
                    try coder.serializeTime(now.unixSeconds + 3650 * 86400)
                }
                try coder.serializeName([DistinguishedPart(.commonName, deviceID)])
                coder.serializeRawBytes(publicKey.der)
                try coder.serialize(explicitlyTaggedWithTagNumber: 3, tagClass: .contextSpecific) { coder in
                    try coder.appendConstructedNode(identifier: .sequence) { coder in
                        try Self.serializeUsage(&coder)
                        for (identifier, value) in own {
                            try coder.serializeExtension(identifier) { inner in
                                try inner.serialize(ASN1OctetString(contentBytes: value[...]))
                            }
                        }
                    }
                }
            }
            return try SignedBody.sign(body.serializedBytes, with: key)
        } catch {
            throw CryptoError("The device's certificate could not be made.")
        }
    }

    /// Not an authority, and for TLS clients only (RFC 5280 sections 4.2.1.9 and 4.2.1.12).
    private static func serializeUsage(_ coder: inout DER.Serializer) throws {
        try coder.serializeExtension(.basicConstraints, isCritical: true) { inner in
            inner.appendConstructedNode(identifier: .sequence) { _ in }
        }
        try coder.serializeExtension(.extendedKeyUsage) { inner in
            try inner.appendConstructedNode(identifier: .sequence) {
                try $0.serialize(ASN1ObjectIdentifier.clientAuthentication)
            }
        }
    }
}

extension DeviceCertificateAuthority: CustomStringConvertible, CustomReflectable {
    /// A fixed text without the key.
    package var description: String { "device certificate authority" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension DER.Serializer {
    /// Writes an `Extension` (RFC 5280 section 4.1).
    fileprivate mutating func serializeExtension(
        _ identifier: ASN1ObjectIdentifier, isCritical: Bool = false,
        _ value: (inout DER.Serializer) throws -> Void
    ) throws {
        var inner = DER.Serializer()
        try value(&inner)
        try appendConstructedNode(identifier: .sequence) { coder in
            try coder.serialize(identifier)
            if isCritical { try coder.serialize(true) }
            try coder.serialize(ASN1OctetString(contentBytes: inner.serializedBytes[...]))
        }
    }
}
