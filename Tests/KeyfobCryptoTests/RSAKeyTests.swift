import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("RSA keys")
struct RSAKeyTests {
    private let message = Array("a message".utf8)

    @Test("openssl verifies our signatures, and refuses them for another message")
    func ourSignatures() throws {
        let openssl = try OpenSSL()
        let key = try RSAPrivateKey()
        try openssl.write(key.publicKey.pem, "public.pem")
        try openssl.write(message, "message")
        try openssl.write(message + [0], "other")
        try openssl.write(try key.sign(message), "signature")
        let good = try openssl.run("dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "message")
        #expect(good.status == 0 && good.output.contains("Verified OK"))
        let bad = try openssl.run("dgst", "-sha256", "-verify", "public.pem", "-signature", "signature", "other")
        #expect(bad.status != 0)
    }

    @Test("we parse openssl's keys and verify openssl's signatures", arguments: [false, true])
    func theirSignatures(traditional: Bool) throws {
        let openssl = try OpenSSL()
        #expect(
            try openssl.run("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "key.pem")
                .status == 0)
        if traditional {
            #expect(try openssl.run("rsa", "-in", "key.pem", "-traditional", "-out", "key.pem").status == 0)
        }
        let key = try RSAPrivateKey(pem: try openssl.text("key.pem"))
        try openssl.write(message, "message")
        #expect(try openssl.run("dgst", "-sha256", "-sign", "key.pem", "-out", "signature", "message").status == 0)
        let signature = try openssl.bytes("signature")
        #expect(key.publicKey.verifies(signature, of: message))
        #expect(!key.publicKey.verifies(signature, of: message + [0]))
        #expect(try key.sign(message) == signature, "RSASSA-PKCS1-v1_5 is deterministic")
    }

    @Test("signatures of other hashes, paddings, lengths and keys are refused")
    func refusals() throws {
        let openssl = try OpenSSL()
        let key = try RSAPrivateKey()
        try openssl.write(key.pem, "key.pem")
        try openssl.write(message, "message")
        for extra in [["-sha1"], ["-sha512"], ["-sha256", "-sigopt", "rsa_padding_mode:pss"]] {
            let sha = extra[0]
            let result =
                extra.count == 1
                ? try openssl.run("dgst", sha, "-sign", "key.pem", "-out", "signature", "message")
                : try openssl.run("dgst", sha, extra[1], extra[2], "-sign", "key.pem", "-out", "signature", "message")
            #expect(result.status == 0)
            #expect(!key.publicKey.verifies(try openssl.bytes("signature"), of: message), "\(extra)")
        }
        let signature = try key.sign(message)
        #expect(key.publicKey.verifies(signature, of: message))
        for bad in [[], Array(signature.dropLast()), [0] + signature, signature + [0], Array(signature.reversed())] {
            #expect(!key.publicKey.verifies(bad, of: message))
        }
        #expect(!(try RSAPrivateKey().publicKey.verifies(signature, of: message)))
    }

    @Test("a key survives writing and parsing, private and public")
    func roundTrip() throws {
        let key = try RSAPrivateKey()
        #expect(try RSAPrivateKey(pem: key.pem).publicKey == key.publicKey)
        #expect(key.pem.hasPrefix("-----BEGIN PRIVATE KEY-----"))
        #expect(key.publicKey.modulus.count == 256 && key.publicKey.exponent == [1, 0, 1])
        let padded = try RSAPublicKey(modulus: [0, 0] + key.publicKey.modulus, exponent: [0, 1, 0, 1])
        #expect(padded == key.publicKey && padded.hashValue == key.publicKey.hashValue)
    }

    @Test("weak and malformed keys are refused")
    func weak() throws {
        let openssl = try OpenSSL()
        #expect(
            try openssl.run("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024", "-out", "small.pem")
                .status == 0)
        let small = try openssl.text("small.pem")
        #expect(throws: CryptoError.self) { try RSAPrivateKey(pem: small) }
        let modulus = try RSAPrivateKey().publicKey.modulus
        for (n, e) in [
            ([], [1, 0, 1]), ([UInt8](modulus.prefix(128)), [1, 0, 1]), (modulus.dropLast() + [0], [1, 0, 1]),
            (modulus, []), (modulus, [1]), (modulus, [2]), (modulus, [1, 0, 0, 0, 1]),
            ([UInt8](repeating: 0xFF, count: 1025), [3]),
        ] as [([UInt8], [UInt8])] {
            #expect(throws: CryptoError.self) { try RSAPublicKey(modulus: n, exponent: e) }
        }
        for bits in [-1, 0, 1024, 2047, 8192] { #expect(throws: CryptoError.self) { try RSAPrivateKey(bits: bits) } }
        for pem in ["", "x", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", P256PrivateKey().pem] {
            #expect(throws: CryptoError.self) { try RSAPrivateKey(pem: pem) }
        }
    }

    @Test("printing a private key shows only its size")
    func redaction() throws {
        let key = try RSAPrivateKey()
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "RSA private key of 2048 bits")
        #expect(!dumped.contains("modulus") && !dumped.contains("BEGIN"))
    }
}
