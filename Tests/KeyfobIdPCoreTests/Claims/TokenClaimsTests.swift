import Foundation
import KeyfobCore
import Testing

@testable import KeyfobIdPCore

@Suite("The claims of a token that is about to be issued")
struct TokenClaimsTests {
    @Test("A claim is set once, however often it is written, and one that is nil is none")
    func setting() {
        var claims: TokenClaims = ["aud": "a", "iss": "i", "aud": "b", "sub": nil]
        claims["iss"] = nil
        claims["nonce"] = nil
        claims["exp"] = 7
        claims["exp"] = 8
        #expect(claims["aud"] == "b")
        #expect(claims["iss"] == nil)
        #expect(String(decoding: claims.bytes(), as: UTF8.self) == #"{"aud":"b","exp":8}"#)
    }

    @Test("Foundation reads the object that was set, whatever the texts contain")
    func object() throws {
        let texts = ["\u{0}", "\"\\/", "line\nbreak", "😀", "ö", "\u{7F}", ""]
        var claims: TokenClaims = [:]
        for (index, text) in texts.enumerated() { claims["\(text)\(index)"] = .string(text) }
        claims["nested"] = ["list": [1, true, .null]]
        let read = try #require(JSONSerialization.jsonObject(with: Data(claims.bytes())) as? [String: Any])
        #expect(read.count == texts.count + 1)
        for (index, text) in texts.enumerated() { #expect(read["\(text)\(index)"] as? String == text) }
        #expect((read["nested"] as? [String: [Any]])?["list"]?.count == 3)
    }
}
