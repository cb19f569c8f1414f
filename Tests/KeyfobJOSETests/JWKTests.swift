import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import Testing

@Suite("JWK and JWK Set")
struct JWKTests {
    private let factory: TokenFactory

    init() throws { factory = try TokenFactory() }

    private func changed(_ key: JWK, _ changes: [String: JSONValue?]) -> JSONValue {
        var members = key.members
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    @Test("survives parsing and writing, including unknown members")
    func roundTrip() throws {
        for key in factory.keys.keys {
            let json = changed(key, ["x5c": ["AAAA"], "issuer": "https://x"])
            let read = try JWK(json: json)
            #expect(read.json == json && read.key == key.key && read.thumbprint == key.thumbprint)
            #expect(read != key)
        }
    }

    @Test("without alg the key's kind determines the algorithm, as providers publish it")
    func algorithm() throws {
        #expect(factory.rsa.publicJWK.members["alg"] == nil && factory.rsa.publicJWK.algorithm == .rs256)
        #expect(factory.p256.publicJWK.algorithm == .es256)
        #expect(try JWK(json: changed(factory.rsa.publicJWK, ["alg": "RS256", "use": nil])).algorithm == .rs256)
    }

    @Test("alg may name any algorithm of the key's kind, and the key is for that one alone")
    func otherAlgorithms() throws {
        let key = try JWK(json: changed(factory.rsa.publicJWK, ["alg": "PS384"]))
        #expect(IssuerAlgorithm.allCases.filter(key.isFor) == [.ps384] && key.algorithm == nil)
        let any = factory.rsa.publicJWK
        #expect(IssuerAlgorithm.allCases.filter(any.isFor) == [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512])
        #expect(IssuerAlgorithm.allCases.filter(factory.p256.publicJWK.isFor) == [.es256])
    }

    @Test("the thumbprint covers only the key: name, use and further members are ignored")
    func thumbprint() throws {
        let key = factory.rsa.publicJWK
        #expect(try JWK(json: changed(key, ["kid": "other", "use": nil])).thumbprint == key.thumbprint)
        #expect(factory.p256.publicJWK.thumbprint != key.thumbprint && key.thumbprint.count == 32)
    }

    @Test("refuses keys that are not for verifying signatures")
    func refuses() {
        let rsa = factory.rsa.publicJWK
        let p256 = factory.p256.publicJWK
        let bad: [JSONValue] = [
            changed(rsa, ["use": "enc"]), changed(rsa, ["use": 1]), changed(rsa, ["key_ops": ["sign"]]),
            changed(rsa, ["key_ops": "verify"]), changed(rsa, ["alg": "PS128"]), changed(rsa, ["alg": "HS256"]),
            changed(rsa, ["alg": "ES256"]), changed(rsa, ["alg": 1]), changed(rsa, ["kid": 1]),
            changed(rsa, ["kty": nil]),
            changed(rsa, ["kty": "oct"]), changed(rsa, ["kty": "rsa"]), changed(rsa, ["kty": "EC"]),
            changed(rsa, ["n": nil]), changed(rsa, ["n": "AQAB"]), changed(rsa, ["n": "!"]), changed(rsa, ["e": ""]),
            changed(rsa, ["e": "AQ"]), changed(rsa, ["e": "AQAB=="]), changed(rsa, ["d": "AQAB"]),
            changed(p256, ["crv": "P-384"]), changed(p256, ["crv": nil]), changed(p256, ["x": p256.members["y"]]),
            changed(p256, ["alg": "RS256"]), changed(p256, ["d": "AA"]), ["kty": "oct", "k": "AAAA"], [:], [], nil, "x",
        ]
        for json in bad { #expect(throws: JOSEError.self, "\(json)") { try JWK(json: json) } }
    }

    @Test("a set leaves out unsupported keys and keeps the others")
    func skips() throws {
        let json: JSONValue = [
            "keys": .array([
                ["kty": "OKP", "crv": "Ed25519", "x": "AAAA", "kid": "ed"],
                changed(factory.rsa.publicJWK, ["use": "enc"]),
                factory.p256.publicJWK.json, "nonsense", nil,
            ]), "more": 1,
        ]
        let set = try JWKSet(parsing: json.bytes())
        #expect(set.keys == [factory.p256.publicJWK] && set.key("ed") == nil)
        #expect(try JWKSet(parsing: set.json.bytes()) == set)
    }

    @Test("malformed sets are refused")
    func malformed() {
        for text in ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[],"keys":[]}"#, "{\"keys\":[]", "\u{FF}"] {
            #expect(throws: JOSEError.self, "\(text)") { try JWKSet(parsing: Array(text.utf8)) }
        }
    }

    @Test("a key is found only by its exact kid; of two with one kid the first is used")
    func lookup() throws {
        let keys = JWKSet([
            JWK(P256PrivateKey().publicKey, keyID: "Key"), JWK(P256PrivateKey().publicKey, keyID: "Key"),
            JWK(P256PrivateKey().publicKey, keyID: nil),
        ])
        #expect(keys.key("Key") == keys.keys[0])
        for name in ["key", "Key ", "", "Ke", "\u{212A}ey"] { #expect(keys.key(name) == nil, "\(name)") }
    }
}
