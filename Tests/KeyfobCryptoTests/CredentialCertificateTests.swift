import Foundation
import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("Certificates of clients")
struct CredentialCertificateTests {
    private static let vector: JSONValue = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors/client-assertions.json")
        return (try? JSONValue(parsing: Array(Data(contentsOf: path)))) ?? .null
    }()

    private static func bytes(_ name: String) -> [UInt8] {
        Array(Data(base64Encoded: vector[name]?.stringValue ?? "") ?? Data())
    }

    @Test("Key and dates are those that another library wrote")
    func parsed() throws {
        let certificate = try CredentialCertificate(der: Self.bytes("certificate"))
        #expect(certificate.startsAt == Self.vector["notBefore"]?.integerValue)
        #expect(certificate.endsAt == Self.vector["notAfter"]?.integerValue)
        #expect(certificate.publicKey == (try RSAPublicKey(certificate: Self.bytes("certificate"))))
    }

    @Test("A signature by PSS is verified with a salt as long as the hash, and not as PKCS #1")
    func signatures() throws {
        let key = try CredentialCertificate(der: Self.bytes("certificate")).publicKey
        func parts(_ name: String) -> (message: [UInt8], signature: [UInt8]) {
            let parts = (Self.vector[name]?.stringValue ?? "").split(separator: ".").map(String.init)
            guard parts.count == 3 else { return ([], []) }
            return (Array("\(parts[0]).\(parts[1])".utf8), Base64URL.decode(parts[2]) ?? [])
        }
        let (message, signature) = parts("ps256")
        #expect(key.verifies(pssSignature: signature, of: message))
        #expect(!key.verifies(signature, of: message))
        #expect(!key.verifies(pssSignature: signature, of: message + [0]))
        #expect(!key.verifies(pssSignature: [], of: message))
        let other = parts("rs256")
        #expect(key.verifies(other.signature, of: other.message))
        #expect(!key.verifies(pssSignature: other.signature, of: other.message))
        let salt = parts("wrongSalt")
        #expect(!key.verifies(pssSignature: salt.signature, of: salt.message))
    }

    @Test("Bytes that are no certificate are refused, wherever they end")
    func malformed() {
        let der = Self.bytes("certificate")
        for length in stride(from: 0, to: der.count, by: 7) {
            #expect(throws: CryptoError.self) { try CredentialCertificate(der: Array(der.prefix(length))) }
        }
    }
}
