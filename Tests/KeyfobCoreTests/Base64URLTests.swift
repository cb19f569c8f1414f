import KeyfobCore
import Testing

@Suite("base64url")
struct Base64URLTests {
    @Test(
        "RFC 4648 section 10, without padding",
        arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("foobar", "Zm9vYmFy")])
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("RFC 7515 appendix C: the characters of the URL-safe alphabet")
    func appendixC() {
        #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
        #expect(Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
    }

    @Test(
        "each byte string has one spelling; all others are refused",
        arguments: ["Zg==", "Zh", "Zm9", "A", "AAAAA", "Zm 9", "Zm9v\n", "+_", "A/", "Zg.", "é", "Zm8=", "\u{0}\u{0}"])
    func refuses(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("all byte values in all alignments survive a round trip")
    func roundTrip() {
        for length in 0..<70 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            let text = Base64URL.encode(bytes)
            #expect(Base64URL.decode(text) == bytes)
            #expect(text.utf8.count == (length * 4 + 2) / 3)
        }
    }

    @Test("hexadecimal decoding is strict, too")
    func hex() {
        #expect(Hex.encode([0, 0x7F, 0xFF]) == "007fff")
        #expect(Hex.decode("007fFF") == [0, 0x7F, 0xFF])
        for text in ["0", "0g", "+1", " 1", "0x", "é"] { #expect(Hex.decode(text) == nil, "\(text)") }
    }

    @Test("percent-decoding is strict, too")
    func percent() {
        #expect(PercentEncoding.encode("a b/ü~") == "a%20b%2F%C3%BC~")
        #expect(PercentEncoding.decode("a%20b%2f%C3%BC+") == "a b/ü+")
        for text in ["%", "%4", "%g0", "%+1", "%FF", "a%C3"] { #expect(PercentEncoding.decode(text) == nil, "\(text)") }
        #expect(PercentEncoding.isWellFormed("%FF") && !PercentEncoding.isWellFormed("%F"))
    }

    @Test(
        "For other senders, both alphabets are read, padded or not",
        arguments: ["-_8", "+/8", "-_8=", "+/8=", "+_8"])
    func anyAlphabet(_ text: String) {
        #expect(Base64URL.decodeAnyAlphabet(text) == [0xFB, 0xFF])
        for wrong in ["=", "==", "==="] where text.count + wrong.count != 4 {
            #expect(Base64URL.decodeAnyAlphabet(text + wrong) == nil)
        }
    }
}
