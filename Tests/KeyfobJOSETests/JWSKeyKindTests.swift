import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import Testing

@Suite("Messages with shared secrets and certified keys")
struct JWSKeyKindTests {
    private let secret = [UInt8](1...32)

    @Test("HS256 is verified with the secret, and is never accepted as a signature")
    func shared() throws {
        let compact = JWS.authenticate([1, 2], header: ["alg": "none", "ctx": "c"], secret: secret)
        let message = try JWS(compact: compact)
        try message.verify(secret: secret)
        #expect(message.header["alg"] == "HS256" && message.header["typ"] == "JWT" && message.payload == [1, 2])
        #expect(throws: JOSEError.self) { try message.verify(secret: secret + [0, 1]) }
        #expect(throws: JOSEError.self) { try message.verify(with: .p256(P256PrivateKey().publicKey)) }
        let characters = Array(compact)
        for index in characters.indices where characters[index] != "." {
            var changed = characters
            changed[index] = changed[index] == "A" ? "B" : "A"
            #expect(throws: JOSEError.self) { try JWS(compact: String(changed)).verify(secret: secret) }
        }
    }

    @Test("a public key's bytes are not accepted as a secret for HS256")
    func confusion() throws {
        let key = P256PrivateKey()
        let signed = try JWS(
            compact: JWS.sign([1], with: .p256(key), certificate: [1, 2, 3]))
        #expect(throws: JOSEError.self) { try signed.verify(secret: key.publicKey.der) }
        let forged = try JWS(compact: JWS.authenticate([1], secret: key.publicKey.der))
        #expect(throws: JOSEError.self) { try forged.verify(with: .p256(key.publicKey)) }
    }

    @Test("a certified key signs with its own algorithm; its certificate is in the header", arguments: [true, false])
    func certified(isRSA: Bool) throws {
        let key: AsymmetricKey = isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
        let message = try JWS(compact: JWS.sign([1], with: key, certificate: [1, 2, 3]))
        #expect(message.header["alg"]?.stringValue == (isRSA ? "RS256" : "ES256"))
        #expect(try message.certificates() == [[1, 2, 3]])
        #expect(message.header["x5c"] == ["AQID"], "standard base64, RFC 7515 section 4.1.6")
        try message.verify(with: key.publicKey)
        let other: AsymmetricKey = isRSA ? .rsa(try RSAPrivateKey()) : .p256(P256PrivateKey())
        #expect(throws: JOSEError.self) { try message.verify(with: other.publicKey) }
    }

    @Test("an ECDSA signature is accepted as r and s, and as the DER that Apple's devices send")
    func derSignature() throws {
        let key = P256PrivateKey()
        let text = "\(Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8))).\(Base64URL.encode([7]))"
        let signature = try key.derSignature(of: Array(text.utf8))
        let message = try JWS(compact: "\(text).\(Base64URL.encode(signature))")
        try message.verify(with: .p256(key.publicKey))
        #expect(throws: JOSEError.self) {
            try message.verify(with: JWK(key.publicKey, keyID: nil), algorithm: .es256)
        }
        var longer = signature
        longer.append(0)
        let padded = try JWS(compact: "\(text).\(Base64URL.encode(longer))")
        #expect(throws: JOSEError.self) { try padded.verify(with: .p256(key.publicKey)) }
    }

    @Test("missing, too many or malformed certificates are refused")
    func certificates() throws {
        for header in [[:], ["x5c": []], ["x5c": ["-_8="]], ["x5c": [1]], ["x5c": "AQID"]] as [[String: JSONValue]] {
            let message = try JWS(compact: JWS.authenticate([1], header: header, secret: secret))
            #expect(throws: JOSEError.self) { try message.certificates() }
        }
        let many: JSONValue = .array([JSONValue](repeating: "AQID", count: 9))
        let message = try JWS(compact: JWS.authenticate([1], header: ["x5c": many], secret: secret))
        #expect(throws: JOSEError.self) { try message.certificates() }
    }
}
