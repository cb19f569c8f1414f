import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("Wrapped keys and blobs")
struct KeyWrappingTests {
    @Test("openssl unwraps our keys (OAEP with SHA-1), and we unwrap those of openssl")
    func witness() throws {
        let openssl = try OpenSSL()
        let key = try RSAPrivateKey()
        let secret = [UInt8](1...32)
        try openssl.write(key.pem, "key.pem")
        try openssl.write(key.publicKey.pem, "public.pem")
        try openssl.write(try key.publicKey.wrap(secret), "ours")
        try openssl.write(secret, "secret")
        let opened = try openssl.run(
            "pkeyutl", "-decrypt", "-inkey", "key.pem", "-in", "ours", "-out", "opened", "-pkeyopt",
            "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:sha1")
        try #require(opened.status == 0, "\(opened.output)")
        #expect(try openssl.bytes("opened") == secret)
        for (hash, isRead) in [("sha1", true), ("sha256", false)] {
            let theirs = try openssl.run(
                "pkeyutl", "-encrypt", "-pubin", "-inkey", "public.pem", "-in", "secret", "-out", "theirs", "-pkeyopt",
                "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:\(hash)")
            try #require(theirs.status == 0, "\(theirs.output)")
            let wrapped = try openssl.bytes("theirs")
            #expect((try? key.unwrap(wrapped)) == (isRead ? secret : nil))
        }
    }

    @Test("a changed or too long secret, or one for another key, is refused")
    func refusals() throws {
        let key = try RSAPrivateKey()
        let wrapped = try key.publicKey.wrap([1, 2, 3])
        for index in stride(from: 0, to: wrapped.count, by: 17) {
            var changed = wrapped
            changed[index] ^= 1
            #expect(throws: CryptoError.self) { try key.unwrap(changed) }
        }
        for bad in [[], Array(wrapped.dropLast()), wrapped + [0]] {
            #expect(throws: CryptoError.self) { try key.unwrap(bad) }
        }
        let other = try RSAPrivateKey()
        #expect(throws: CryptoError.self) { try other.unwrap(wrapped) }
        #expect(throws: CryptoError.self) { try key.publicKey.wrap([UInt8](repeating: 1, count: 215)) }
    }

    @Test("a key's BCRYPT blob has the layout of Windows, and is parsed again")
    func blob() throws {
        let rsa = try RSAPrivateKey().publicKey
        let blob = BCryptBlob.encode(.rsa(rsa))
        let head: [UInt8] = Array("RSA1".utf8) + [0, 8, 0, 0, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(blob == head + [1, 0, 1] + rsa.modulus)
        #expect(try BCryptBlob.decode(blob) == .rsa(rsa))
        let point = P256PrivateKey().publicKey
        let short = BCryptBlob.encode(.p256(point))
        #expect(short == Array("ECK1".utf8) + [32, 0, 0, 0] + point.x + point.y)
        #expect(try BCryptBlob.decode(short) == .p256(point))
        for whole in [blob, short] {
            for length in whole.indices {
                #expect(throws: CryptoError.self) { try BCryptBlob.decode(Array(whole.prefix(length))) }
            }
            #expect(throws: CryptoError.self) { try BCryptBlob.decode(whole + [0]) }
        }
        for index in 0..<24 {
            var changed = blob
            changed[index] = 0xFF
            #expect(throws: CryptoError.self) { try BCryptBlob.decode(changed) }
        }
    }
}
