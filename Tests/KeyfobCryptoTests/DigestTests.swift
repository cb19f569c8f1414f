import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("Digests, HMAC and comparison")
struct DigestTests {
    @Test("FIPS 180-4: the digests of \"abc\" and of nothing")
    func digests() {
        let abc = Array("abc".utf8)
        #expect(Hex.encode(Digest.sha1(abc)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            Hex.encode(Digest.sha256(abc)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Hex.encode(Digest.sha256([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test("RFC 4231: HMAC-SHA-256")
    func hmac() throws {
        for vector in try Vectors.list("rfc4231-hmac-sha256.json") {
            let output = HMACSHA256.authenticate(try vector.hex("message"), key: try vector.hex("key"))
            #expect(output == (try vector.hex("output")))
        }
    }

    @Test("constant-time comparison detects every difference, and compares bytes only")
    func comparison() {
        let bytes = [UInt8](0..<32)
        #expect(ConstantTime.equal(bytes, bytes) && ConstantTime.equal([], [] as [UInt8]))
        for index in bytes.indices {
            for bit in 0..<8 {
                var other = bytes
                other[index] ^= 1 << UInt8(bit)
                #expect(!ConstantTime.equal(bytes, other))
            }
        }
        #expect(!ConstantTime.equal(bytes, Array(bytes.dropLast())))
        #expect(ConstantTime.equal("abc", "abc") && !ConstantTime.equal("abc", "abd"))
        #expect(!ConstantTime.equal("K", "\u{212A}"), "the Kelvin sign is not a K")
    }
}
