import KeyfobIdPCore
import Testing

@Suite("One-time codes")
struct OneTimeCodeTests {
    private static let key = Array("12345678901234567890".utf8)

    @Test(
        "RFC 6238 appendix B, SHA-1",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func timeVectors(time: Int64, code: String) {
        #expect(OneTimeCode.code(step: OneTimeCode.step(at: time), key: Self.key, digits: 8) == code)
    }

    @Test("RFC 4226 appendix D")
    func counterVectors() {
        let codes = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ]
        #expect((0..<10).map { OneTimeCode.code(step: $0, key: Self.key) } == codes)
    }

    @Test("A code is valid in its own step and the adjacent ones, and once")
    func window() {
        let now: Int64 = 1_000_000_000
        let step = OneTimeCode.step(at: now)
        for difference in -3...3 as ClosedRange<Int64> {
            let code = OneTimeCode.code(step: step + difference, key: Self.key)
            let accepted = OneTimeCode.acceptedStep(code, key: Self.key, at: now, after: nil)
            #expect(accepted == (abs(difference) <= 1 ? step + difference : nil))
        }
        let code = OneTimeCode.code(step: step, key: Self.key)
        #expect(OneTimeCode.acceptedStep(code, key: Self.key, at: now, after: step) == nil)
        #expect(OneTimeCode.acceptedStep(code, key: Self.key, at: now, after: step - 1) == step)
        #expect(OneTimeCode.acceptedStep("", key: Self.key, at: now, after: nil) == nil)
        #expect(OneTimeCode.acceptedStep(code + " ", key: Self.key, at: now, after: nil) == nil)
    }

    @Test("RFC 4648 section 10, without padding")
    func base32() {
        let pairs = [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ]
        for (plain, encoded) in pairs {
            #expect(Base32.encode(Array(plain.utf8)) == encoded)
            #expect(Base32.decode(encoded) == Array(plain.utf8))
            #expect(Base32.decode(encoded.lowercased()) == Array(plain.utf8))
        }
        let bytes = (0...255).map { UInt8($0) }
        #expect(Base32.decode(Base32.encode(bytes)) == bytes)
        #expect(Base32.decode("MZ1") == nil)
    }
}
