import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import Testing

@Suite("Session keys")
struct SessionKeyTests {
    private let vector: JSONValue
    private let key: SessionKey

    init() throws {
        vector = try JSONValue(parsing: Vectors.bytes("microsoft-session-key.json"))
        key = try #require(SessionKey(Secret(try Self.hex(vector, "session_key"))))
    }

    private static func hex(_ vector: JSONValue, _ name: String) throws -> [UInt8] {
        try #require(vector[name]?.stringValue.flatMap { Hex.decode($0) })
    }

    private func text(_ name: String) throws -> String { try #require(vector[name]?.stringValue) }

    @Test("the published derived keys, of both versions")
    func derivation() throws {
        let context = try Self.hex(vector, "context")
        #expect(key.derivedKey(context: context).reveal() == (try Self.hex(vector, "derived_v1")))
        let payload = Array(try text("payload_v2").utf8)
        #expect(key.derivedKey(context: context, payload: payload).reveal() == (try Self.hex(vector, "derived_v2")))
    }

    @Test(
        "only messages signed by another implementation with this key verify", arguments: ["signed_v1", "signed_v2"])
    func signed(name: String) throws {
        let message = try SessionSignedMessage(compact: try text(name))
        try message.verify(with: key)
        #expect(message.primaryRefreshToken.reveal() == "prt" && message.claims["a"] == 1)
        let other = try #require(SessionKey(Secret([UInt8](repeating: 7, count: 32))))
        #expect(throws: JOSEError.self) { try message.verify(with: other) }
    }

    @Test(
        "responses encrypted by another implementation are opened in both forms", arguments: ["reply_gcm", "reply_cbc"])
    func replies(name: String) throws {
        let compact = try text(name)
        #expect(try PRTUseResponse.open(Array("\(compact)\r\n".utf8), with: key) == Array(try text("reply_plain").utf8))
        let other = try #require(SessionKey(Secret([UInt8](repeating: 7, count: 32))))
        let opened = try? other.open(compact)
        #expect(opened == nil || name == "reply_cbc", "the form without a tag may decrypt to garbage")
        #expect(opened != Array(try text("reply_plain").utf8))
    }

    @Test("signed messages verify; a changed character is detected", arguments: SessionKey.Derivation.allCases)
    func mutations(derivation: SessionKey.Derivation) throws {
        let compact = key.sign(["refresh_token": "prt"], random: SystemRandomSource(), derivation: derivation).reveal()
        try SessionSignedMessage(compact: compact).verify(with: key)
        #expect(try JWS(compact: compact).header["kdf_ver"] == (derivation == .context ? nil : 2))
        let characters = Array(compact)
        for index in characters.indices where characters[index] != "." {
            var changed = characters
            changed[index] = changed[index] == "A" ? "B" : "A"
            #expect(throws: JOSEError.self) {
                try SessionSignedMessage(compact: String(changed)).verify(with: key)
            }
        }
    }

    @Test("a key derived for one message is useless for another")
    func boundToMessage() throws {
        let context = [UInt8](1...24)
        let stolen = key.derivedKey(context: context, payload: Array(#"{"refresh_token":"a"}"#.utf8))
        let forged = JWS.authenticate(
            Array(#"{"refresh_token":"b"}"#.utf8), header: ["ctx": .string(Base64.encode(context)), "kdf_ver": 2],
            secret: stolen.reveal())
        #expect(throws: JOSEError.self) { try SessionSignedMessage(compact: forged).verify(with: key) }
    }

    @Test(
        "missing, short, long or malformed contexts, and unknown versions, are refused",
        arguments: [
            [:], ["ctx": "AAAA"], ["ctx": 1], ["ctx": "AAAAAAAAAAAAAAAAAAAAAA"],
            ["ctx": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX", "kdf_ver": 3],
            ["ctx": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX", "kdf_ver": "2"],
        ] as [[String: JSONValue]])
    func headers(header: [String: JSONValue]) throws {
        let context = [UInt8](0..<24)
        let compact = JWS.authenticate(
            Array(#"{"refresh_token":"a"}"#.utf8), header: header, secret: key.derivedKey(context: context).reveal())
        #expect(throws: JOSEError.self) { try SessionSignedMessage(compact: compact).verify(with: key) }
    }

    @Test("a session key can be read only by its device", arguments: [true, false])
    func transport(isRSA: Bool) throws {
        func make() throws -> AsymmetricKey { isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey()) }
        let device = try make()
        let issued = try SessionKey.issue(for: device.publicKey, random: SystemRandomSource())
        #expect(try SessionKey(message: issued.message, transportKey: device) == issued.key)
        let other = try make()
        #expect((try? SessionKey(message: issued.message, transportKey: other)) != issued.key)
        #expect("\(issued.key)".contains("redacted") && "\(issued.message)".contains("redacted"))
    }

    @Test("a response in plain JSON is returned unchanged; anything else is refused")
    func plainAnswers() throws {
        #expect(try PRTUseResponse.open(Array(" {}".utf8), with: key) == Array(" {}".utf8))
        for bad in ["", " ", "x", "a.b.c.d.e", "[]"] {
            #expect(throws: JOSEError.self) { try PRTUseResponse.open(Array(bad.utf8), with: key) }
        }
        #expect(throws: JOSEError.self) { try PRTUseResponse.open([0xFF, 0xFE], with: key) }
        #expect(SessionKey(Secret([])) == nil && SessionKey(Secret([UInt8](repeating: 1, count: 31))) == nil)
        let sealed = try PRTUseResponse.seal([1, 2, 3], with: key, random: SystemRandomSource())
        #expect(try PRTUseResponse.open(sealed, with: key) == [1, 2, 3])
        let plain = try key.sealUnauthenticated([1, 2, 3], random: SystemRandomSource())
        #expect(try key.open(plain) == [1, 2, 3])
    }
}
