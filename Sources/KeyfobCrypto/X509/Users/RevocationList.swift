#if Server
import Foundation
import SwiftASN1
import X509

/// A certificate revocation list (RFC 5280 section 5.1), reduced to its issuer and signature, its validity and the
/// revoked serial numbers.
struct RevocationList: Sendable {
    let revoked: Set<Certificate.SerialNumber>
    private let issuer: DistinguishedName
    private let thisUpdate: Date
    private let nextUpdate: Date?
    private let signedBytes: [UInt8]
    private let signature: [UInt8]
    private let algorithm: Certificate.SignatureAlgorithm

    /// Parses a list.
    ///
    /// - Throws: ``CryptoError`` if it is malformed, has a critical extension (it may be a partial list), or is signed
    ///   with an unsupported algorithm.
    init(der: [UInt8]) throws(CryptoError) {
        do {
            self = try DER.sequence(DER.parse(der), identifier: .sequence) { nodes in
                guard let body = nodes.next() else { throw Self.malformed }
                guard let algorithm = try Self.algorithm(&nodes) else {
                    throw CryptoError("The revocation list is signed with an algorithm that is not supported.")
                }
                let signature = try ASN1BitString(derEncoded: &nodes)
                return try RevocationList(body: body, algorithm: algorithm, signature: Array(signature.bytes))
            }
        } catch let error as CryptoError {
            throw error
        } catch {
            throw Self.malformed
        }
    }

    private init(body: ASN1Node, algorithm: Certificate.SignatureAlgorithm, signature: [UInt8]) throws {
        self.algorithm = algorithm
        self.signature = signature
        signedBytes = Array(body.encodedBytes)
        let fields = try DER.sequence(body, identifier: .sequence) { nodes in
            var all: [ASN1Node] = []
            while let node = nodes.next() { all.append(node) }
            return all[...]
        }
        var rest = fields
        // version INTEGER OPTIONAL, signature AlgorithmIdentifier, issuer Name, thisUpdate, nextUpdate OPTIONAL,
        // revokedCertificates SEQUENCE OPTIONAL, [0] extensions OPTIONAL
        if rest.first?.identifier == .integer { rest.removeFirst() }
        guard rest.count >= 3, let name = rest.dropFirst().first, let begin = rest.dropFirst(2).first,
            let thisUpdate = try Self.time(begin)
        else { throw Self.malformed }
        issuer = try DistinguishedName(derEncoded: name)
        self.thisUpdate = thisUpdate
        rest = rest.dropFirst(3)
        if let node = rest.first, let time = try Self.time(node) {
            nextUpdate = time
            rest.removeFirst()
        } else {
            nextUpdate = nil
        }
        var revoked: Set<Certificate.SerialNumber> = []
        if let node = rest.first, node.identifier == .sequence {
            rest.removeFirst()
            try DER.sequence(node, identifier: .sequence) { entries in
                while let entry = entries.next() {
                    guard case .constructed(let parts) = entry.content, let serial = Array(parts).first else {
                        throw Self.malformed
                    }
                    let number = try ArraySlice<UInt8>(derEncoded: serial, withIdentifier: .integer)
                    revoked.insert(Certificate.SerialNumber(bytes: Array(number)))
                }
            }
        }
        self.revoked = revoked
        guard try rest.allSatisfy({ try !Self.hasCriticalExtension($0) }) else {
            throw CryptoError("The revocation list is only a partial list of its issuer.")
        }
    }

    /// Whether an authority issued and signed the list.
    func isSigned(by authority: Certificate) -> Bool {
        issuer == authority.subject
            && authority.publicKey.isValidSignature(signature, for: signedBytes, signatureAlgorithm: algorithm)
    }

    /// Whether it is valid at a time; a list without a next update does not expire.
    func isCurrent(at now: Date) -> Bool { thisUpdate <= now && nextUpdate.map { now <= $0 } ?? true }

    private static let malformed = CryptoError("The bytes are not a certificate revocation list.")

    private static func algorithm(_ nodes: inout ASN1NodeCollection.Iterator) throws
        -> Certificate.SignatureAlgorithm?
    {
        guard let node = nodes.next() else { throw malformed }
        return try DER.sequence(node, identifier: .sequence) { parts in
            let id = try ASN1ObjectIdentifier(derEncoded: &parts)
            _ = parts.next()
            let known: [ASN1ObjectIdentifier: Certificate.SignatureAlgorithm] = [
                [1, 2, 840, 113549, 1, 1, 11]: .sha256WithRSAEncryption,
                [1, 2, 840, 113549, 1, 1, 12]: .sha384WithRSAEncryption,
                [1, 2, 840, 113549, 1, 1, 13]: .sha512WithRSAEncryption,
                [1, 2, 840, 10045, 4, 3, 2]: .ecdsaWithSHA256, [1, 2, 840, 10045, 4, 3, 3]: .ecdsaWithSHA384,
                [1, 2, 840, 10045, 4, 3, 4]: .ecdsaWithSHA512,
            ]
            return known[id]
        }
    }

    /// The date of a time node; nil if the node is not one.
    private static func time(_ node: ASN1Node) throws -> Date? {
        var parts = DateComponents()
        parts.timeZone = TimeZone(secondsFromGMT: 0)
        switch node.identifier {
        case .utcTime:
            let time = try UTCTime(derEncoded: node, withIdentifier: .utcTime)
            (parts.year, parts.month, parts.day) = (time.year, time.month, time.day)
            (parts.hour, parts.minute, parts.second) = (time.hours, time.minutes, time.seconds)
        case .generalizedTime:
            let time = try GeneralizedTime(derEncoded: node, withIdentifier: .generalizedTime)
            (parts.year, parts.month, parts.day) = (time.year, time.month, time.day)
            (parts.hour, parts.minute, parts.second) = (time.hours, time.minutes, time.seconds)
        default: return nil
        }
        return Calendar(identifier: .gregorian).date(from: parts)
    }

    /// `[0] EXPLICIT SEQUENCE OF Extension`
    private static func hasCriticalExtension(_ node: ASN1Node) throws -> Bool {
        guard case .constructed(let wrapped) = node.content, let list = Array(wrapped).first else { throw malformed }
        return try DER.sequence(list, identifier: .sequence) { entries in
            var found = false
            while let entry = entries.next() {
                guard case .constructed(let parts) = entry.content else { throw malformed }
                found = found || Array(parts).contains { $0.identifier == .boolean }
            }
            return found
        }
    }
}
#endif
