import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import Testing

@Suite("The rules for ID tokens")
struct IDTokenValidatorTests {
    private let factory: TokenFactory

    init() throws { factory = try TokenFactory() }

    @Test("a token that satisfies every rule is accepted, with either algorithm")
    func accepts() throws {
        for key in [factory.rsa, factory.p256] {
            let compact = try factory.token(key: key)
            let token = try factory.validate(compact)
            #expect(token.rawValue == compact && token.claims == factory.claims)
            #expect(token.subject == "subject" && token.objectID == "object" && token.name == "Ada")
            #expect(token.preferredUsername == "ada@contoso.test" && token.audiences == ["client-a"])
            #expect(token.expiresAt == 1_790_003_600)
        }
    }

    @Test("alg none is refused, with and without a signature, in any spelling")
    func none() throws {
        for name in ["none", "None", "NONE", "nOnE"] {
            let signed = try factory.token(rawHeader: #"{"alg":"\#(name)","kid":"rsa-1"}"#)
            #expect(factory.broken(signed) == .algorithm)
            let parts = signed.split(separator: ".")
            #expect(factory.broken("\(parts[0]).\(parts[1]).") == .algorithm)
        }
    }

    @Test("HS256 with the public key as the secret is refused")
    func confusion() throws {
        let header = Base64URL.encode(Array(#"{"alg":"HS256","kid":"rsa-1"}"#.utf8))
        let text = "\(header).\(Base64URL.encode(JSONValue.object(factory.claims).bytes()))"
        let publicKey = try TokenFactory.rsaKey.get().publicKey
        for secret in [Array(publicKey.pem.utf8), publicKey.modulus, factory.rsa.publicJWK.json.bytes()] {
            let mac = HMACSHA256.authenticate(Array(text.utf8), key: secret)
            #expect(factory.broken("\(text).\(Base64URL.encode(mac))") == .algorithm)
        }
    }

    @Test("an algorithm that is not the key's is refused, also other RSA ones")
    func otherAlgorithms() throws {
        for name in ["ES256", "ES384", "EdDSA", "rs256", ""] {
            #expect(factory.broken(try factory.token(rawHeader: #"{"alg":"\#(name)","kid":"rsa-1"}"#)) == .algorithm)
        }
        // An RSA key whose alg is not published may sign with any of them; the signature is of RS256.
        for name in ["PS256", "RS384", "RS512"] {
            let token = try factory.token(rawHeader: #"{"alg":"\#(name)","kid":"rsa-1"}"#)
            #expect(factory.broken(token) == .signature)
            let members = factory.rsa.publicJWK.members.merging(["alg": "RS256"]) { $1 }
            #expect(factory.broken(token, keys: JWKSet([try JWK(json: .object(members))])) == .algorithm)
        }
    }

    @Test("an unknown or missing kid has a separate error, so that the caller can fetch the keys again")
    func unknownKey() throws {
        let rotated = SigningKey.rsa(try TokenFactory.rsaKey.get(), keyID: "rsa-2")
        let token = try factory.token(key: rotated)
        #expect(factory.broken(token) == .unknownKey)
        #expect(factory.broken(token, keys: JWKSet(factory.keys.keys + [rotated.publicJWK])) == nil)
        for header in [#"{"alg":"RS256","kid":1}"#, #"{"alg":"RS256","kid":"RSA-1"}"#] {
            #expect(factory.broken(try factory.token(rawHeader: header)) == .unknownKey)
        }
    }

    @Test("without kid, in the token or in the issuer's keys, every key for the algorithm is tried and no other")
    func withoutKeyID() throws {
        let token = try factory.token(rawHeader: #"{"alg":"RS256"}"#)
        #expect(factory.broken(token) == nil)
        let other = SigningKey.rsa(try RSAPrivateKey(), keyID: "rsa-2").publicJWK
        #expect(factory.broken(token, keys: JWKSet([other] + factory.keys.keys)) == nil)
        // The keys that are known may be old: fetched again, they may contain the right one.
        #expect(factory.broken(token, keys: JWKSet([other])) == .unknownKey)
        #expect(factory.broken(token, keys: JWKSet([factory.p256.publicJWK])) == .unknownKey)
        let nameless = factory.rsa.publicJWK.members.filter { $0.key != "kid" }
        let key = try JWK(json: .object(nameless))
        #expect(factory.broken(try factory.token(), keys: JWKSet([other, key])) == nil)
        #expect(factory.broken(try factory.token(), keys: JWKSet([other])) == .unknownKey)
        // Two kinds of keys with one kid.
        let twin = SigningKey.p256(P256PrivateKey(), keyID: "rsa-1").publicJWK
        #expect(factory.broken(try factory.token(), keys: JWKSet([twin, factory.rsa.publicJWK])) == nil)
    }

    @Test("a subject that is a number is its digits")
    func numericSubject() throws {
        #expect(try factory.validate(factory.token(["sub": 42])).subject == "42")
        #expect(factory.broken(try factory.token(["sub": true])) == .claims)
    }

    @Test("the message names an algorithm that is not accepted")
    func namedAlgorithms() throws {
        for (name, words) in [("HS256", "HS256"), ("none", "none"), ("x\\u0007y", "of its header")] {
            let token = try factory.token(rawHeader: #"{"alg":"\#(name)","kid":"rsa-1"}"#)
            let error = #expect(throws: TokenValidationError.self) { try factory.validate(token) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }

    @Test("the right kid with another key's signature is refused")
    func signature() throws {
        let impostor = SigningKey.p256(P256PrivateKey(), keyID: "ec-1")
        #expect(factory.broken(try factory.token(key: impostor)) == .signature)
    }

    @Test("a key in the token's header is ignored")
    func embeddedKey() throws {
        let impostor = SigningKey.p256(P256PrivateKey(), keyID: "ec-1")
        let header: [String: JSONValue] = ["jwk": impostor.publicJWK.json, "jku": "https://evil.example/keys"]
        let token = try JWS.sign(JSONValue.object(factory.claims).bytes(), header: header, with: impostor)
        #expect(factory.broken(token) == .signature)
    }

    @Test("crit, padding and a duplicate header member are refused")
    func format() throws {
        let good = try factory.token()
        #expect(factory.broken(good + "=") == .format)
        for header in [
            #"{"alg":"RS256","kid":"rsa-1","crit":["exp"],"exp":1}"#, #"{"alg":"RS256","kid":"rsa-1","kid":"rsa-1"}"#,
            #"{"alg":"RS256","kid":"rsa-1","alg":"none"}"#,
        ] {
            #expect(factory.broken(try factory.token(rawHeader: header)) == .format)
        }
    }

    @Test("duplicate claims, and claims that are not an object, are refused despite a valid signature")
    func claims() throws {
        let header = #"{"alg":"RS256","kid":"rsa-1"}"#
        let good = JSONValue.object(factory.claims).text()
        #expect(factory.broken(try factory.token(rawHeader: header, payload: good)) == nil)
        let bad = [
            #"{"sub":"admin","# + good.dropFirst(), good.dropLast() + #","s\u0075b":"admin"}"#, "[]", "", "null", "{}",
            good + good, JSONValue.object(factory.claims(["sub": nil])).text(),
            JSONValue.object(factory.claims(["sub": ""])).text(), JSONValue.object(factory.claims(["iss": 1])).text(),
        ]
        for payload in bad {
            #expect(factory.broken(try factory.token(rawHeader: header, payload: payload)) == .claims, "\(payload)")
        }
    }

    @Test("iss must be the issuer, byte for byte")
    func issuer() throws {
        let issuer = factory.expectations.issuer
        for other in ["https://evil.example", issuer + "/", issuer.uppercased(), String(issuer.dropLast()), ""] {
            #expect(factory.broken(try factory.token(["iss": .string(other)])) == .issuer, "\(other)")
        }
        #expect(
            factory.broken(try factory.token(["iss": "https://\u{212A}.example"])) { $0.issuer = "https://K.example" }
                == .issuer)
    }

    @Test("{tenantid} in a multi-tenant issuer is replaced only with the token's tenant")
    func multiTenant() throws {
        let template = "https://localhost:8443/{tenantid}/v2.0"
        func broken(_ changes: [String: JSONValue?]) throws -> TokenValidationError.Rule? {
            factory.broken(try factory.token(changes)) {
                $0.issuer = template
                $0.tenantID = nil
            }
        }
        #expect(try broken([:]) == nil)
        #expect(try broken(["tid": "22222222-2222-4222-8222-222222222222"]) == .issuer)
        #expect(try broken(["tid": nil]) == .issuer)
        #expect(try broken(["tid": "a/../b", "iss": "https://localhost:8443/a/../b/v2.0"]) == .issuer)
        #expect(try broken(["tid": "{tenantid}", "iss": .string(template)]) == .issuer)
        #expect(try broken(["iss": .string(template)]) == .issuer)
    }

    @Test("aud must be the client, or contain it with azp")
    func audience() throws {
        #expect(factory.broken(try factory.token(["aud": ["client-a"]])) == nil)
        #expect(factory.broken(try factory.token(["aud": ["client-b", "client-a"], "azp": "client-a"])) == nil)
        let bad: [JSONValue?] = [
            "client-b", "", "CLIENT-A", "client-a ", ["client-b"], [], ["client-a", 1], 1, .some(nil), nil,
            ["client-a": true],
        ]
        for audience in bad {
            #expect(
                factory.broken(try factory.token(["aud": audience])) == .audience, "\(String(describing: audience))")
        }
    }

    @Test("azp is required with several audiences, and must be the client if present")
    func authorizedParty() throws {
        #expect(factory.broken(try factory.token(["azp": "client-a"])) == nil)
        #expect(factory.broken(try factory.token(["azp": "client-b"])) == .authorizedParty)
        #expect(factory.broken(try factory.token(["azp": 1])) == .authorizedParty)
        #expect(factory.broken(try factory.token(["aud": ["client-a", "client-b"]])) == .authorizedParty)
        #expect(
            factory.broken(try factory.token(["aud": ["client-a", "client-b"], "azp": "client-b"]))
                == .authorizedParty)
    }

    @Test("exp: accepted until the leeway has passed, to the second")
    func expiration() throws {
        let token = try factory.token()
        func broken(at seconds: Int64) -> TokenValidationError.Rule? {
            factory.broken(token) { $0.now = Date(unixSeconds: seconds) }
        }
        #expect(broken(at: 1_790_003_600 + 299) == nil)
        #expect(broken(at: 1_790_003_600 + 300) == .expiration)
        #expect(broken(at: 4_000_000_000) == .expiration)
        for value: JSONValue? in [nil, .some(nil), "1790003600", .number("1e999"), true] {
            #expect(factory.broken(try factory.token(["exp": value])) == .expiration)
        }
        #expect(factory.broken(try factory.token(["exp": .number("1790003600.5")])) == nil)
    }

    @Test("nbf: accepted from the leeway before it, to the second; it may be absent")
    func notBefore() throws {
        func broken(_ value: JSONValue?) throws -> TokenValidationError.Rule? {
            factory.broken(try factory.token(["nbf": value]))
        }
        #expect(try broken(1_790_000_300) == nil && broken(nil) == nil)
        #expect(try broken(1_790_000_301) == .notBefore && broken("1790000000") == .notBefore)
    }

    @Test("iat: required, and not in the future by more than the leeway")
    func issuedAt() throws {
        func broken(_ value: JSONValue?) throws -> TokenValidationError.Rule? {
            factory.broken(try factory.token(["iat": value]))
        }
        #expect(try broken(1_790_000_300) == nil && broken(0) == nil)
        #expect(try broken(1_790_000_301) == .issuedAt && broken(nil) == .issuedAt && broken("0") == .issuedAt)
    }

    @Test("nonce: a sent nonce must be returned; if none was sent, it is ignored")
    func nonce() throws {
        for value: JSONValue? in ["nonce-2", "", nil, 1, "NONCE-1"] {
            #expect(factory.broken(try factory.token(["nonce": value])) == .nonce)
            #expect(factory.broken(try factory.token(["nonce": value])) { $0.nonce = nil } == nil)
        }
    }

    @Test("tid: the expected tenant in any letter case; if none is expected, it is ignored")
    func tenant() throws {
        let tenant = "ABCDEF00-1111-4111-8111-111111111111"
        #expect(
            factory.broken(try factory.token(["tid": .string(tenant)])) { $0.tenantID = tenant.lowercased() } == nil)
        for value: JSONValue? in ["22222222-2222-4222-8222-222222222222", nil, 1] {
            #expect(factory.broken(try factory.token(["tid": value])) == .tenant)
            #expect(factory.broken(try factory.token(["tid": value])) { $0.tenantID = nil } == nil)
        }
    }

    @Test("no error message quotes the token")
    func messages() throws {
        for changes: [String: JSONValue?] in [
            ["iss": "s3cret"], ["aud": "s3cret"], ["nonce": "s3cret"], ["tid": "s3cret"],
        ] {
            let token = try factory.token(changes)
            let error = #expect(throws: TokenValidationError.self) { try factory.validate(token) }
            #expect(error.map { "\($0)".contains("s3cret") || "\($0)".contains("eyJ") } == false)
        }
    }

    @Test("decoding without validation reads the claims of a token from the store, and never traps")
    func decoding() throws {
        let token = try IDToken(
            decodingWithoutValidation: try factory.token(["aud": ["x", "y"], "exp": .number("1e300")]))
        #expect(token.audiences == ["x", "y"] && token.expiresAt == nil)
        for text in ["", "a.b.c", "..", try JWS.sign(Array("[]".utf8), with: factory.rsa)] {
            #expect(throws: JOSEError.self) { try IDToken(decodingWithoutValidation: text) }
        }
    }
}
