import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import Testing

@Suite("JWS")
struct JWSTests {
    private let factory: TokenFactory

    init() throws { factory = try TokenFactory() }

    @Test("a signed message verifies, with the key's header")
    func roundTrip() throws {
        for key in [factory.rsa, factory.p256] {
            let jws = try JWS(compact: try JWS.sign([1, 2, 3], with: key))
            try jws.verify(with: key.publicJWK, algorithm: key.algorithm)
            #expect(jws.payload == [1, 2, 3])
            #expect(jws.header == ["alg": .string(key.algorithm.rawValue), "kid": .string(key.keyID), "typ": "JWT"])
        }
    }

    @Test("further header members are signed, too, but alg and kid stay the key's")
    func header() throws {
        let compact = try JWS.sign(
            [], header: ["typ": "at+jwt", "x5t": "t", "alg": "none", "kid": "k"], with: factory.rsa)
        let jws = try JWS(compact: compact)
        #expect(jws.header == ["alg": "RS256", "kid": "rsa-1", "typ": "at+jwt", "x5t": "t"])
        try jws.verify(with: factory.rsa.publicJWK, algorithm: .rs256)
    }

    @Test("another key, another algorithm and a key of another kind are refused")
    func wrongKey() throws {
        let jws = try JWS(compact: try JWS.sign([1], with: factory.rsa))
        let other = JWK(try RSAPrivateKey().publicKey, keyID: "rsa-1")
        #expect(throws: JOSEError.self) { try jws.verify(with: other, algorithm: .rs256) }
        #expect(throws: JOSEError.self) { try jws.verify(with: factory.rsa.publicJWK, algorithm: .es256) }
        #expect(throws: JOSEError.self) { try jws.verify(with: factory.p256.publicJWK, algorithm: .rs256) }
        #expect(throws: JOSEError.self) { try jws.verify(with: factory.p256.publicJWK, algorithm: .es256) }
    }

    @Test("a malformed text is refused")
    func malformed() throws {
        let good = try JWS.sign(Array("{}".utf8), with: factory.p256)
        let parts = good.split(separator: ".").map(String.init)
        func header(_ json: String) -> String { Base64URL.encode(Array(json.utf8)) }
        let bad = [
            "", ".", "..", "...", parts[0], "\(parts[0]).\(parts[1])", good + ".", "." + good, good + ".AAAA",
            good + "=",
            good + " ", "\n" + good, good.replacing(".", with: ".."), "\(parts[0])=.\(parts[1]).\(parts[2])",
            "\(parts[0]).\(parts[1])==.\(parts[2])", ".\(parts[1]).\(parts[2])", "e30.\(parts[1]).\(parts[2])",
            "\(header("[]")).\(parts[1]).\(parts[2])", "\(header("x")).\(parts[1]).\(parts[2])",
            "\(header(#"{"alg":1}"#)).\(parts[1]).\(parts[2])",
            "\(header(#"{"alg":"ES256","alg":"ES256"}"#)).\(parts[1]).\(parts[2])",
            "\(header(#"{"alg":"ES256","crit":["x"],"x":1}"#)).\(parts[1]).\(parts[2])",
            "\(header(#"{"alg":"ES256","crit":[]}"#)).\(parts[1]).\(parts[2])",
            "\(header(#"{"alg":"ES256","b64":false}"#)).\(parts[1]).\(parts[2])",
            String(repeating: "A", count: 1 << 19), "é.é.é",
        ]
        for text in bad { #expect(throws: JOSEError.self, "\(text.prefix(80))") { try JWS(compact: text) } }
    }

    @Test("neither a token nor a key shows its content when printed")
    func redaction() throws {
        let jws = try JWS(compact: try factory.token())
        let token = try IDToken(decodingWithoutValidation: try factory.token())
        var dumped = ""
        dump(jws, to: &dumped)
        dump(token, to: &dumped)
        dump(factory.rsa, to: &dumped)
        for text in ["\(jws)", "\(token)", String(reflecting: token), "\(factory.rsa)", dumped] {
            #expect(!text.contains("ada@contoso.test") && !text.contains("eyJ") && !text.contains("subject"), "\(text)")
        }
    }

    @Test("seeded random changes of a token never trap and never verify", arguments: [UInt64(1), 2])
    func mutations(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let key = seed == 1 ? factory.rsa : factory.p256
        let valid = try factory.token(key: key)
        #expect(factory.broken(valid) == nil)
        for round in 0..<4_000 {
            var bytes = Array(valid.utf8)
            for _ in 0...random.below(3) { random.mutate(&bytes) }
            let text = String(decoding: bytes, as: UTF8.self)
            guard text != valid else { continue }
            #expect(factory.broken(text) != nil, "seed \(seed), round \(round)")
        }
    }

    @Test("seeded random changes inside header and claims never trap and never verify")
    func innerMutations() throws {
        var random = SplitMix(seed: 3)
        let parts = try factory.token(key: factory.p256).split(separator: ".").map(String.init)
        for round in 0..<4_000 {
            let part = random.below(3)
            var changed = parts
            var bytes = try #require(Base64URL.decode(parts[part]))
            for _ in 0...random.below(3) { random.mutate(&bytes) }
            changed[part] = Base64URL.encode(bytes)
            guard changed != parts else { continue }
            #expect(factory.broken(changed.joined(separator: ".")) != nil, "round \(round)")
        }
    }

    @Test("seeded random changes of a key set never trap, and the token verifies only with its own key")
    func keySetMutations() throws {
        var random = SplitMix(seed: 4)
        let valid = factory.keys.json.bytes()
        let token = try factory.token(key: factory.p256)
        for round in 0..<2_000 {
            var bytes = valid
            for _ in 0...random.below(3) { random.mutate(&bytes) }
            guard let keys = try? JWKSet(parsing: bytes) else { continue }
            let verifies = factory.broken(token, keys: keys) == nil
            #expect(!verifies || keys.keys.contains { $0.key == factory.p256.publicJWK.key }, "round \(round)")
        }
    }
}
