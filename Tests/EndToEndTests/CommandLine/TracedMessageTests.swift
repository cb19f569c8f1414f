import KeyfobCommandLine
import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("What --trace shows of requests and responses")
struct TracedMessageTests {
    private static let token = "0.AXEAb3cret-refresh-token"

    private func request(_ form: [(String, String)], query: String = "") throws -> HTTPRequest {
        try .form(#require(HTTPURL("https://login.test/contoso/token" + query)), FormParameters(form))
    }

    @Test("values of known parameters are shown, and of all others the length alone")
    func parameters() throws {
        let form = [
            ("grant_type", "refresh_token"), ("client_id", "c-1"), ("refresh_token", Self.token),
            ("username", "ada@x.test"),
            ("password", "hunter2"), ("code", "c0de"), ("code_verifier", "v3r"), ("client_secret", "s3c"),
            ("client_assertion", "ass3rt"), ("access_type", "offline"),
        ]
        let text = try TracedMessage.text(of: request(form, query: "?login_hint=ada%40x.test&state=st4te&prompt=login"))
        #expect(text.hasPrefix("POST https://login.test/contoso/token\n"))
        for shown in ["?prompt=login", "grant_type=refresh_token", "client_id=c-1", "refresh_token=(26 characters)"] {
            #expect(text.contains("\n    \(shown)"), "\(shown)")
        }
        for hidden in [Self.token, "ada", "hunter2", "c0de", "v3r\n", "s3c\n", "ass3rt", "st4te", "offline"] {
            #expect(!text.contains(hidden), "\(hidden)")
        }
    }

    @Test("of credentials in a field only the scheme is shown, and of a field that is none not even that")
    func fields() throws {
        var sent = try request([])
        sent.fields.append("Authorization", "Basic dXNlcjpzZWNyZXQ=")
        sent.fields.append("Cookie", "session=abcdef")
        let text = TracedMessage.text(of: sent)
        #expect(text.contains("Authorization: Basic (22 characters)") && text.contains("Cookie: (14 characters)"))
        var bare = try request([])
        bare.fields.append("authorization", "dXNlcjpzZWNyZXQ=")
        #expect(TracedMessage.text(of: bare).contains("authorization: (16 characters)"))
    }

    @Test("of a response the members that say what happened are shown, unless they repeat a secret")
    func members() throws {
        let sent = try request([("refresh_token", Self.token)])
        let response = HTTPResponse.json(
            [
                "error": "invalid_grant", "error_description": "The token of ada is revoked.", "access_token": "acc3ss",
                "expires_in": 3600, "suberror": .string("no \(Self.token)"), "keys": [1, 2], "other": ["a": "b3c"],
            ], status: 400)
        let text = TracedMessage.text(of: response, to: sent)
        for shown in [
            "status 400", "error: invalid_grant", "expires_in: 3600", "keys: (2 elements)", "other: (1 members)",
            "access_token: (6 characters)",
        ] {
            #expect(text.contains(shown), "\(shown)")
        }
        for hidden in [Self.token, "ada", "acc3ss", "b3c"] { #expect(!text.contains(hidden), "\(hidden)") }
    }

    @Test("a secret that a response repeats is removed wherever it is: in a field, in a member's name, escaped")
    func repeated() throws {
        let token = "M.C5/secret-refresh-token"
        let sent = try request([("refresh_token", token), ("username", "ada@contoso.test")])
        let body =
            #"{"\#(token)": 1, "error": "M.C5\/secret-refresh-token", "suberror": "ada@contoso.test", "scope": "s-cret-of-client"}"#
        var response = HTTPResponse(status: 400, fields: ["Server": "x \(token)"], body: Array(body.utf8))
        response.fields.append("X-Ms-Request-Id", "M.C5%2Fsecret-refresh-token")
        let text = TracedMessage.text(of: response, to: sent, clientSecret: Secret("s-cret-of-client"))
        for hidden in ["secret-refresh", "ada@", "s-cret"] { #expect(!text.contains(hidden), "\(text)") }
        #expect(text.contains("error: (removed)") && text.contains("Server: x (removed)"))
    }

    @Test("a response with many members, or with long names, fills no screen")
    func many() throws {
        let members = (0..<5000).map { ("m\($0)" + String(repeating: "x", count: 500), JSONValue.integer(1)) }
        let response = HTTPResponse.json(.object(Dictionary(members) { $1 }))
        let text = TracedMessage.text(of: response, to: try request([]))
        #expect(text.split(separator: "\n").count == 101 && text.hasSuffix("more lines)") && text.count < 30_000)
    }

    @Test("a server controls neither the terminal nor the lines, and fills no screen")
    func hostile() throws {
        var response = HTTPResponse.json([
            "error": "a\u{1B}[2Jb\nrequest 9: GET https://evil.test/",
            "scope": .string(String(repeating: "x", count: 9000)),
            "na\nme": "v",
        ])
        response.fields.append("Server", "s\u{1B}]0;title\u{7}")
        let text = TracedMessage.text(of: response, to: try request([]))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(!text.contains("\nrequest 9") && text.count < 1000 && text.contains("(9000 characters)"))
        #expect(
            TracedMessage.text(of: HTTPResponse(status: 502, body: [0xFF, 0xFE]), to: try request([])).contains(
                "(2 bytes)"))
    }
}
