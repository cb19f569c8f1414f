import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Parsing the shared cache")
struct SharedCacheParsingTests {
    @Test("A truncated document is refused", arguments: SharedCacheFormatTests.libraries.map(\.file))
    func cutOff(file: String) throws {
        let bytes = try SharedCaches.bytes(file)
        let whole = bytes.lastIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? 0
        for length in stride(from: 0, to: whole, by: 3) {
            #expect(throws: SharedCacheSyntaxError.self) {
                try SharedCacheDocument(parsing: Array(bytes[..<length]))
            }
        }
        #expect(try SharedCacheDocument(parsing: bytes).bytes == bytes)
    }

    @Test("Any bytes are read and written again or refused, and never trap")
    func damage() throws {
        let original = try SharedCaches.bytes("msal-go.json")
        let random = SeededRandomSource(seed: 20_261_121)
        var accepted = 0
        for _ in 0..<400 {
            var bytes = original
            for _ in 0...random.below(4) {
                let place = random.below(bytes.count)
                bytes[place] = UInt8(truncatingIfNeeded: random.below(256))
            }
            guard let document = try? SharedCacheDocument(parsing: bytes) else { continue }
            accepted += 1
            #expect(document.bytes == bytes)
            let again = try SharedCaches.writtenAgain(bytes)
            #expect(throws: Never.self) { try SharedCacheDocument(parsing: again) }
        }
        #expect(accepted > 50, "most single characters are in values")
    }

    @Test("Times are read as strings and numbers, with fractions; a token without expiry is never returned, but kept")
    func times() throws {
        let token = { (name: String, expiry: String) in
            #""\#(name)":{"secret":"\#(name)","home_account_id":"u.t","environment":"h","client_id":"c","#
                + #""realm":"t","target":"\#(name)","cached_at":"1"\#(expiry)}"#
        }
        let tokens = [
            token("string", #","expires_on":"1900003600""#), token("number", #","expires_on":1900003600"#),
            token("fraction", #","expires_on":"1900003600.75""#), token("none", ""),
            token("null", #","expires_on":null"#), token("words", #","expires_on":"soon""#),
            token("huge", #","expires_on":1e400"#), token("object", #","expires_on":{}"#),
        ]
        let bytes = Array(#"{"AccessToken":{\#(tokens.joined(separator: ","))}}"#.utf8)
        let partition = try #require(try SharedCaches.contents(bytes).partition(homeAccountID: "u.t"))
        #expect(partition.accessTokens.map(\.scopes.description) == ["string", "number", "fraction"])
        #expect(partition.accessTokens.allSatisfy { $0.expiresOn == 1_900_003_600 })
        #expect(partition.unknown.count == 5)
    }

    @Test("A byte order mark, odd spelling and duplicate names survive other changes")
    func oddities() throws {
        let odd = #""Odd" : {"k":{"a":"\ud800","a":1.50,"b":"\u0041"}}"#
        let bytes = [0xEF, 0xBB, 0xBF] + Array("\n{ \(odd),\n\t\"AccessToken\" : null }\n".utf8)
        let after = try SharedCaches.edit(bytes) { transaction in
            try CredentialRules.save(SharedCaches.response("t"), in: transaction)
        }
        let text = String(decoding: after.dropFirst(3), as: UTF8.self)
        #expect(after.starts(with: [0xEF, 0xBB, 0xBF]) && text.hasPrefix("\n{ \(odd),") && text.hasSuffix(" }\n"))
        let partition = try SharedCaches.contents(after).partition(homeAccountID: SharedCaches.home)
        #expect(partition?.accessTokens.count == 1)
    }

    @Test("A cache with a section that is not an object is refused, and not overwritten")
    func noSection() {
        #expect(throws: SharedCacheSyntaxError.self) {
            try SharedCacheDocument(parsing: Array(#"{"AccessToken":[]}"#.utf8))
        }
        for text in ["", "[]", "null", "\"text\"", "{} {}", "{\"a\"}", "{'a':1}"] {
            #expect(throws: SharedCacheSyntaxError.self) { try SharedCacheDocument(parsing: Array(text.utf8)) }
        }
    }

    @Test("Base64 is recognised by its first letter, and kept")
    func payload() {
        let json = Array(#" {"AccessToken":{}}"#.utf8)
        let wrapped = SharedCachePayload.base64.wrap(Array(json.dropFirst()))
        #expect(SharedCachePayload.unwrap(wrapped) == (Array(json.dropFirst()), .base64))
        #expect(SharedCachePayload.unwrap(json) == (json, .plain))
        #expect(SharedCachePayload.unwrap([0xEF, 0xBB, 0xBF] + json).form == .plain)
        #expect(SharedCachePayload.unwrap(Array("bm8ganNvbg==".utf8)).form == .plain, "no JSON inside")
        #expect(SharedCachePayload.unwrap([]).form == .plain)
    }
}
