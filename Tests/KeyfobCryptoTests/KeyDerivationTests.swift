import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("Derived keys")
struct KeyDerivationTests {
    @Test("a session key's derived keys match those of real clients")
    func counter() throws {
        let vector = try Vectors.json("microsoft-session-key.json")
        let key = try vector.hex("session_key")
        let context = try vector.hex("context")
        let label = Array("AzureAD-SecureConversation".utf8)
        #expect(CounterKDF.derive(key: key, label: label, context: context) == (try vector.hex("derived_v1")))
        let second = Digest.sha256(context + Array(try vector.text("payload_v2").utf8))
        #expect(CounterKDF.derive(key: key, label: label, context: second) == (try vector.hex("derived_v2")))
    }

    @Test("openssl derives the same key in counter mode")
    func counterByWitness() throws {
        let openssl = try OpenSSL()
        let key = [UInt8](1...32)
        let result = try openssl.run(
            "kdf", "-keylen", "32", "-mac", "HMAC", "-digest", "SHA256", "-kdfopt", "hexkey:\(Hex.encode(key))",
            "-kdfopt", "salt:a label", "-kdfopt", "info:a context", "-binary", "-out", "derived", "KBKDF")
        try #require(result.status == 0, "\(result.output)")
        let ours = CounterKDF.derive(key: key, label: Array("a label".utf8), context: Array("a context".utf8))
        #expect(try openssl.bytes("derived") == ours)
    }

    @Test("RFC 7518 appendix C: agreement and derivation")
    func concat() throws {
        for vector in try Vectors.list("rfc7518-appendix-c.json") {
            let secret = try vector.hex("secret")
            let derived = ConcatKDF.derive(
                secret: secret, algorithm: try vector.text("algorithm"), partyU: try vector.hex("partyU"),
                partyV: try vector.hex("partyV"), byteCount: try vector.number("length"))
            #expect(derived == (try vector.hex("derived")))
            let sec1: [UInt8] =
                [0x30, 0x31, 2, 1, 1, 4, 0x20] + (try vector.hex("own"))
                + [0xA0, 0x0A, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
            let openssl = try OpenSSL()
            try openssl.write(sec1, "own.der")
            try #require(
                try openssl.run("ec", "-inform", "DER", "-in", "own.der", "-out", "own.pem").status == 0)
            let own = try P256PrivateKey(pem: try openssl.text("own.pem"))
            let other = try P256PublicKey(x: try vector.hex("otherX"), y: try vector.hex("otherY"))
            #expect(try own.sharedSecret(with: other) == secret)
        }
    }

    @Test("both parties agree on the same secret, and a third does not")
    func agreement() throws {
        let (ada, grace, mallory) = (P256PrivateKey(), P256PrivateKey(), P256PrivateKey())
        let secret = try ada.sharedSecret(with: grace.publicKey)
        #expect(try grace.sharedSecret(with: ada.publicKey) == secret)
        #expect(try mallory.sharedSecret(with: ada.publicKey) != secret)
    }
}
