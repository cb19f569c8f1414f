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

    @Test(
        "we verify jwt-kit's signatures by every algorithm of an issuer, and a changed one by none",
        arguments: IssuerAlgorithm.allCases.filter { $0 != .ed25519 })
    func everyAlgorithm(_ algorithm: IssuerAlgorithm) async throws {
        let collection = JWTKeyCollection()
        let json = try await Self.add(algorithm, to: collection)
        let keys = try JWKSet(parsing: JSONValue.object(["keys": .array([.object(json)])]).bytes())
        #expect(keys.keys.count == 1)
        let token = try await collection.sign(claims, kid: "theirs")
        #expect(try JWS(compact: token).issuerAlgorithm == algorithm)
        #expect(try factory.validate(token, keys: keys).subject == "subject")
        #expect(factory.broken(String(token.dropLast(6)) + "AAAAAA", keys: keys) == .signature)
        let parts = token.split(separator: ".")
        #expect(factory.broken("\(parts[0]).\(parts[1]).AAAA", keys: keys) == .signature)
        // The published alg limits the key to one algorithm.
        let other = algorithm == .rs512 ? "RS256" : "RS512"
        let narrowed = json.merging(["alg": .string(other)]) { $1 }
        let narrow = try JWKSet(parsing: JSONValue.object(["keys": .array([.object(narrowed)])]).bytes())
        #expect(factory.broken(token, keys: narrow) == (json["kty"] == "RSA" ? .algorithm : .unknownKey))
    }

    /// Adds a new key for an algorithm, and returns its public part as an issuer publishes it.
    private static func add(
        _ algorithm: IssuerAlgorithm, to collection: JWTKeyCollection
    ) async throws -> [String: JSONValue] {
        let kid = JWKIdentifier(string: "theirs")
        func curve(_ name: String, _ point: (x: String, y: String)?) throws -> [String: JSONValue] {
            let point = try #require(point)
            // jwt-kit has the coordinates in base64 with padding.
            let (x, y) = (try #require(Base64.decode(point.x)), try #require(Base64.decode(point.y)))
            return [
                "kty": "EC", "kid": "theirs", "crv": .string(name), "x": .string(Base64URL.encode(x)),
                "y": .string(Base64URL.encode(y)),
            ]
        }
        switch algorithm {
        case .es256:
            let key = ES256PrivateKey()
            await collection.add(ecdsa: key, kid: kid)
            return try curve("P-256", key.publicKey.parameters.map { ($0.x, $0.y) })
        case .es384:
            let key = ES384PrivateKey()
            await collection.add(ecdsa: key, kid: kid)
            return try curve("P-384", key.publicKey.parameters.map { ($0.x, $0.y) })
        case .es512:
            let key = ES512PrivateKey()
            await collection.add(ecdsa: key, kid: kid)
            return try curve("P-521", key.publicKey.parameters.map { ($0.x, $0.y) })
        case .edDSA, .ed25519:
            let key = try EdDSA.PrivateKey()
            await collection.add(eddsa: key, kid: kid)
            let x = Base64URL.encode(Array(key.publicKey.rawRepresentation))
            return ["kty": "OKP", "kid": "theirs", "crv": "Ed25519", "x": .string(x)]
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512:
            let own = try TokenFactory.rsaKey.get()
            let key = try Insecure.RSA.PrivateKey(pem: own.pem)
            let digest: DigestAlgorithm =
                switch algorithm {
                case .rs384, .ps384: .sha384
                case .rs512, .ps512: .sha512
                default: .sha256
                }
            if algorithm.rawValue.hasPrefix("P") {
                await collection.add(pss: key, digestAlgorithm: digest, kid: kid)
            } else {
                await collection.add(rsa: key, digestAlgorithm: digest, kid: kid)
            }
            return KeyfobJOSE.JWK(own.publicKey, keyID: "theirs").members
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
