import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("PKCE")
struct CodeVerifierTests {
    @Test("the vector of RFC 7636 appendix B")
    func vector() throws {
        let json = try JSONValue(parsing: Vectors.bytes("rfc7636-appendix-b.json"))
        let octets = try #require(json["octets"]?.arrayValue?.compactMap { $0.integerValue.map(UInt8.init) })
        let verifier = CodeVerifier(random: FixedRandomSource(content: octets))
        #expect(verifier.value.reveal() == json["code_verifier"]?.stringValue)
        #expect(verifier.challenge == json["code_challenge"]?.stringValue)
        #expect(CodeVerifier.matches(verifier: verifier.value.reveal(), challenge: verifier.challenge, method: .s256))
    }

    @Test("another verifier does not match a challenge, nor does the challenge itself")
    func mismatch() {
        let verifier = CodeVerifier(random: SystemRandomSource())
        let other = CodeVerifier(random: SystemRandomSource())
        #expect(!CodeVerifier.matches(verifier: other.value.reveal(), challenge: verifier.challenge, method: .s256))
        #expect(!CodeVerifier.matches(verifier: verifier.challenge, challenge: verifier.challenge, method: .s256))
        #expect(CodeVerifier.matches(verifier: verifier.challenge, challenge: verifier.challenge, method: .plain))
    }

    @Test(
        "a verifier that is too short, too long or has other characters is refused",
        arguments: [
            "", String(repeating: "a", count: 42), String(repeating: "a", count: 129),
            String(repeating: "a", count: 42) + "+", String(repeating: "ä", count: 43),
        ])
    func malformed(_ text: String) {
        #expect(CodeVerifier(text) == nil)
        #expect(!CodeVerifier.matches(verifier: text, challenge: text, method: .plain))
    }

    @Test("a verifier is never printed")
    func redacted() {
        let verifier = CodeVerifier(random: SystemRandomSource())
        var dumped = ""
        dump(verifier, to: &dumped)
        #expect(!dumped.contains(verifier.value.reveal()))
        #expect(!"\(verifier)".contains(verifier.value.reveal()))
    }
}
