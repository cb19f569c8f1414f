import KeyfobCore
import KeyfobOAuth
import Testing

/// RFC 6749 appendix A: a token that begins another line could become a second header field, or an option of curl.
@Suite("Tokens and codes with characters that none has are refused where they arrive")
struct TokenCharacterTests {
    private static let hostile = [
        "a\nb", "a\r\nheader: x", "\u{0}", "a\u{1B}[2J", "a\tb", "\u{7F}", "a\u{85}b", "a\u{9B}1m", "ü", "a\u{202E}b",
        "a\u{2028}b", "a\u{FEFF}", "日",
    ]

    @Test(
        "a token response",
        arguments: ["access_token", "refresh_token", "id_token", "token_type"])
    func tokenResponse(_ member: String) throws {
        func response(_ value: String) -> [UInt8] {
            var members: [String: JSONValue] = ["access_token": "at"]
            members[member] = .string(value)
            return JSONValue.object(members).bytes()
        }
        for value in Self.hostile {
            let error = #expect(throws: MessageError.self) { try TokenResponse(parsing: response(value)) }
            // It names the member, and not its value.
            #expect(error?.message.contains(member) == true && error?.message.contains("RFC 6749") == true)
            #expect(error?.message.contains(value) != true)
        }
        let plain = member == "token_type" ? "Pop-2.a_b" : " a\"b\\c=~!{}"
        let read = try TokenResponse(parsing: response(plain))
        let values = [
            read.accessToken?.reveal(), read.refreshToken?.reveal(), read.idToken?.reveal(), read.tokenType,
        ]
        #expect(values.contains(plain))
    }

    @Test("a response with a primary refresh token", arguments: ["refresh_token", "session_key_jwe", "id_token"])
    func primary(_ member: String) throws {
        for value in Self.hostile {
            var members: [String: JSONValue] = ["refresh_token": "rt", "session_key_jwe": "a.b.c.d.e", "id_token": "i"]
            #expect(throws: Never.self) { try PRTIssueResponse(parsing: JSONValue.object(members).bytes()) }
            members[member] = .string(value)
            #expect(throws: MessageError.self) { try PRTIssueResponse(parsing: JSONValue.object(members).bytes()) }
        }
    }

    @Test("a device code, and a code in a redirect")
    func codes() throws {
        for value in Self.hostile {
            let body: JSONValue = [
                "device_code": .string(value), "user_code": "U", "verification_uri": "https://a.test/d",
                "expires_in": 900,
            ]
            #expect(throws: MessageError.self) { try DeviceAuthorizationResponse(parsing: body.bytes()) }
            let query = FormParameters([("code", value), ("state", "s")]).encoded
            #expect(throws: MessageError.self) { try AuthorizationResponse(parsing: "http://localhost/?\(query)") }
            #expect(throws: MessageError.self) { try AuthorizationResponse(parsing: "http://localhost/#\(query)") }
        }
        let read = try AuthorizationResponse(parsing: "http://localhost/?code=a%20b!")
        #expect(read == .code(AuthorizationCode(code: Secret("a b!"), state: nil)))
    }

    @Test("header fields have no control characters, and a quoted parameter ends at its own mark")
    func fields() {
        for value in UInt8(0)..<0x20 where value != 0x09 {
            var fields: HTTPFields = [:]
            fields.append("X", "a\(Character(Unicode.Scalar(value)))b")
            #expect(fields["X"] == "a b", "\(value)")
        }
        let fields: HTTPFields = ["X": "a\u{7F}\t\u{1B}b"]
        #expect(fields["X"] == "a \t b")
        #expect(HTTPFields.quoted(#"a", realm="b\"#) == #""a\", realm=\"b\\""#)
    }
}
