#if Server
import Foundation
import JWTKit
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import Testing

/// jwt-kit is an independent implementation, so agreement with it is not only our own misunderstanding.
@Suite("Comparison with jwt-kit")
struct JWTKitOracleTests {
    private struct Claims: JWTPayload {
        var iss: String
        var sub: String
        var aud: String
        var nonce: String
        var tid: String
        var iat: Int
        var exp: Int

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private let factory: TokenFactory

    init() throws { factory = try TokenFactory() }

    private var claims: Claims {
        Claims(
            iss: factory.expectations.issuer, sub: "subject", aud: "client-a", nonce: "nonce-1",
            tid: factory.expectations.tenantID ?? "", iat: 1_790_000_000, exp: 1_790_003_600)
    }

    @Test("jwt-kit verifies our signatures, with our published keys")
    func verifiesOurs() async throws {
        let published = String(decoding: factory.keys.json.bytes(), as: UTF8.self)
        for key in [factory.rsa, factory.p256] {
            let members = key.publicJWK.members.merging(["alg": .string(key.algorithm.rawValue)]) { _, new in new }
            let collection = JWTKeyCollection()
            try await collection.add(
                jwk: JSONDecoder().decode(JWTKit.JWK.self, from: Data(JSONValue.object(members).bytes())))
            let read = try await collection.verify(try factory.token(key: key), as: Claims.self)
            #expect(read.sub == "subject" && read.aud == "client-a" && read.exp == 1_790_003_600)
            let parts = try factory.token(key: key).split(separator: ".")
            let forged = "\(parts[0]).\(Base64URL.encode(Array("{}".utf8))).\(parts[2])"
            await #expect(throws: (any Error).self) { try await collection.verify(forged, as: Claims.self) }
        }
        let set = try JSONDecoder().decode(JWKS.self, from: Data(published.utf8))
        #expect(set.keys.count == 2)
    }

    @Test("we verify jwt-kit's signatures")
    func signsForUs() async throws {
        let rsa = try TokenFactory.rsaKey.get()
        let p256 = P256PrivateKey()
        let collection = JWTKeyCollection()
        try await collection.add(
            rsa: Insecure.RSA.PrivateKey(pem: rsa.pem), digestAlgorithm: .sha256,
            kid: JWKIdentifier(string: "theirs-rsa"))
        try await collection.add(ecdsa: ES256PrivateKey(pem: p256.pem), kid: JWKIdentifier(string: "theirs-ec"))
        let keys = JWKSet([
            KeyfobJOSE.JWK(rsa.publicKey, keyID: "theirs-rsa"), KeyfobJOSE.JWK(p256.publicKey, keyID: "theirs-ec"),
        ])
        for keyID in ["theirs-rsa", "theirs-ec"] {
            let token = try await collection.sign(claims, kid: JWKIdentifier(string: keyID))
            #expect(try factory.validate(token, keys: keys).subject == "subject")
            #expect(factory.broken(token, keys: keys) { $0.audience = "client-b" } == .audience)
            #expect(factory.broken(String(token.dropLast(4)) + "AAAA", keys: keys) == .signature)
        }
    }

    @Test("an HS256 token of jwt-kit, made with our public key, is refused")
    func confusion() async throws {
        let collection = JWTKeyCollection()
        await collection.add(
            hmac: HMACKey(from: try TokenFactory.rsaKey.get().publicKey.pem), digestAlgorithm: .sha256,
            kid: JWKIdentifier(string: "rsa-1"))
        let token = try await collection.sign(claims, kid: JWKIdentifier(string: "rsa-1"))
        #expect(factory.broken(token) == .algorithm)
    }
}
#endif
