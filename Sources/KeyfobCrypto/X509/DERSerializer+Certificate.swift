import Foundation
import SwiftASN1

/// One attribute of a distinguished name, which is encoded in a separate set (RFC 5280 section 4.1.2.4).
struct DistinguishedPart: Equatable {
    let type: ASN1ObjectIdentifier
    let value: String

    init(_ type: ASN1ObjectIdentifier, _ value: String) {
        self.type = type
        self.value = value
    }
}

/// The kind of key that signs, always with SHA-256.
enum CertificateSignatureKind {
    case rsa, p256

    init(_ key: AsymmetricPublicKey) {
        switch key {
        case .rsa: self = .rsa
        case .p256: self = .p256
        }
    }
}

extension DER.Serializer {
    /// Writes an `AlgorithmIdentifier` (RFC 4055 section 5: NULL parameters with RSA; RFC 5758 section 3.2: none with
    /// ECDSA).
    mutating func serializeSignatureAlgorithm(_ kind: CertificateSignatureKind) throws {
        try appendConstructedNode(identifier: .sequence) { coder in
            switch kind {
            case .rsa:
                try coder.serialize(ASN1ObjectIdentifier.sha256WithRSAEncryption)
                try coder.serialize(ASN1Null())
            case .p256: try coder.serialize(ASN1ObjectIdentifier.ecdsaWithSHA256)
            }
        }
    }

    mutating func serializeName(_ parts: [DistinguishedPart]) throws {
        try appendConstructedNode(identifier: .sequence) { coder in
            for part in parts {
                try coder.appendConstructedNode(identifier: .set) { coder in
                    try coder.appendConstructedNode(identifier: .sequence) { coder in
                        try coder.serialize(part.type)
                        if part.type == .domainComponent {
                            // RFC 4519 section 2.4: an IA5String.
                            try coder.serialize(ASN1IA5String(part.value))
                        } else {
                            try coder.serialize(ASN1UTF8String(part.value))
                        }
                    }
                }
            }
        }
    }

    /// RFC 5280 section 4.1.2.5: UTCTime through 2049, GeneralizedTime after.
    mutating func serializeTime(_ seconds: Int64) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: TimeInterval(seconds)))
        guard let year = parts.year, let month = parts.month, let day = parts.day, let hour = parts.hour,
            let minute = parts.minute, let second = parts.second, (1970...9999).contains(year)
        else { throw CryptoError("The certificate's validity is outside the years 1970 to 9900.") }
        if year < 2050 {
            try serialize(
                UTCTime(year: year, month: month, day: day, hours: hour, minutes: minute, seconds: second))
        } else {
            try serialize(
                GeneralizedTime(
                    year: year, month: month, day: day, hours: hour, minutes: minute, seconds: second,
                    fractionalSeconds: 0))
        }
    }
}

extension ASN1ObjectIdentifier {
    static let sha256WithRSAEncryption: ASN1ObjectIdentifier = [1, 2, 840, 113549, 1, 1, 11]
    static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
    static let commonName: ASN1ObjectIdentifier = [2, 5, 4, 3]
    static let organizationalUnit: ASN1ObjectIdentifier = [2, 5, 4, 11]
    static let domainComponent: ASN1ObjectIdentifier = [0, 9, 2342, 19200300, 100, 1, 25]
    static let basicConstraints: ASN1ObjectIdentifier = [2, 5, 29, 19]
    static let keyUsage: ASN1ObjectIdentifier = [2, 5, 29, 15]
    static let extendedKeyUsage: ASN1ObjectIdentifier = [2, 5, 29, 37]
    static let clientAuthentication: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 3, 2]
}
