import KeyfobCore
import KeyfobCrypto
import Testing

@Suite("Passwords")
struct PasswordHashTests {
    private let salt = [UInt8](1...16)

    @Test("RFC 7914 section 12: scrypt, except the vector of 1 GiB, which is refused")
    func vectors() throws {
        var refused = 0
        for vector in try Vectors.list("rfc7914-section-12.json") {
            let parameters = ScryptParameters(
                n: try vector.number("n"), r: try vector.number("r"), p: try vector.number("p"))
            let password = Array(try vector.text("password").utf8)
            let salt = Array(try vector.text("salt").utf8)
            if parameters.n == 1 << 20 {
                #expect(throws: CryptoError.self) {
                    try Scrypt.derive(password, salt: salt, count: 64, parameters: parameters)
                }
                refused += 1
            } else {
                let output = try Scrypt.derive(password, salt: salt, count: 64, parameters: parameters)
                #expect(output == (try vector.hex("output")))
            }
        }
        #expect(refused == 1)
    }

    @Test("openssl derives the same bytes at the standard cost")
    func openssl() throws {
        let openssl = try OpenSSL()
        let ours = try Scrypt.derive(Array("Keyfob-demo-1".utf8), salt: salt, count: 32, parameters: .standard)
        let result = try openssl.run(
            "kdf", "-keylen", "32", "-kdfopt", "pass:Keyfob-demo-1", "-kdfopt", "hexsalt:\(Hex.encode(salt))",
            "-kdfopt", "n:32768", "-kdfopt", "r:8", "-kdfopt", "p:1", "-kdfopt", "maxmem_bytes:67108864", "SCRYPT")
        #expect(result.status == 0)
        #expect(result.output.filter { $0.isHexDigit }.lowercased() == Hex.encode(ours))
    }

    @Test("a hash verifies only its password, also after writing and parsing")
    func verifies() throws {
        let hash = try PasswordHash(password: Secret("pässword"), salt: salt, parameters: .test)
        let read = try #require(PasswordHash(encoded: hash.encoded))
        #expect(read == hash)
        for hash in [hash, read] {
            #expect(hash.verifies(Secret("pässword")))
            for wrong in ["", "passwort", "pässword ", "Pässword", "pa\u{308}ssword"] {
                #expect(!hash.verifies(Secret(wrong)), "\(wrong)")
            }
        }
        let other = try PasswordHash(password: Secret("pässword"), salt: salt.reversed(), parameters: .test)
        #expect(other != hash)
    }

    @Test("the written form is the PHC string of the hash that Python's hashlib computes")
    func encoded() throws {
        // base64 without padding of hashlib.scrypt(b"pw", salt=bytes(range(1, 17)), n=2, r=8, p=1, dklen=32)
        let hash = try PasswordHash(password: Secret("pw"), salt: salt, parameters: .test)
        #expect(
            hash.encoded == "$scrypt$ln=1,r=8,p=1$AQIDBAUGBwgJCgsMDQ4PEA$FRQA8cXQeoKts8G7Qw0p+oJqhN4EslOjUMA7obBQVR8")
        #expect(ScryptParameters.standard == ScryptParameters(n: 32768, r: 8, p: 1))
    }

    @Test("malformed and extremely costly hashes are refused without hashing")
    func refuses() throws {
        let good = try PasswordHash(password: Secret("pw"), salt: salt, parameters: .test).encoded
        let parts = good.split(separator: "$")
        let tail = "\(parts[2])$\(parts[3])"
        for text in [
            "", "$", "$$$$", "$scrypt$\(parts[1])$\(parts[2])", "scrypt$\(parts[1])$\(tail)", good + "$", good + "=",
            "$bcrypt$\(parts[1])$\(tail)", "$scrypt$ln=0,r=8,p=1$\(tail)", "$scrypt$ln=20,r=8,p=1$\(tail)",
            "$scrypt$ln=64,r=8,p=1$\(tail)", "$scrypt$ln=1,r=0,p=1$\(tail)", "$scrypt$ln=1,r=8,p=0$\(tail)",
            "$scrypt$ln=1,r=8,p=17$\(tail)", "$scrypt$ln=1,r=33,p=1$\(tail)", "$scrypt$ln=+1,r=8,p=1$\(tail)",
            "$scrypt$ln=01,r=8,p=1$\(tail)", "$scrypt$ln=1,r=8$\(tail)", "$scrypt$r=8,ln=1,p=1$\(tail)",
            "$scrypt$ln=9223372036854775808,r=8,p=1$\(tail)", "$scrypt$\(parts[1])$AQID$\(parts[3])",
            "$scrypt$\(parts[1])$\(parts[2])$AQID", good.replacing("+", with: "-") + "_",
        ] {
            #expect(PasswordHash(encoded: text) == nil, "\(text)")
        }
        #expect(throws: CryptoError.self) { try PasswordHash(password: Secret("pw"), salt: [1, 2, 3]) }
        for parameters in [
            ScryptParameters(n: 3, r: 8, p: 1), ScryptParameters(n: 1, r: 8, p: 1), .init(n: 2, r: -1, p: 1),
        ] {
            #expect(throws: CryptoError.self) {
                try PasswordHash(password: Secret("pw"), salt: salt, parameters: parameters)
            }
        }
    }

    @Test("printing a hash shows only its cost")
    func redaction() throws {
        let hash = try PasswordHash(password: Secret("pw"), salt: salt, parameters: .test)
        var dumped = ""
        dump(hash, to: &dumped)
        for text in ["\(hash)", String(reflecting: hash), dumped] {
            #expect(text.contains("scrypt(n: 2"))
            #expect(!text.contains("AQID") && !text.contains("[1, 2"))
        }
    }
}
