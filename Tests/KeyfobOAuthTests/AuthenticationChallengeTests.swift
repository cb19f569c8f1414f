import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("WWW-Authenticate (RFC 9110 section 11.6.1)")
struct AuthenticationChallengeTests {
    private func parse(_ text: String) -> [AuthenticationChallenge] { AuthenticationChallenge.parse(text) }

    @Test("The RFC's example: two challenges in one field, with commas and quotes inside values")
    func example() {
        let challenges = parse(
            #"Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"""#)
        #expect(challenges.map(\.scheme) == ["Basic", "Newauth"])
        #expect(challenges.first?.parameters == ["realm": "simple"])
        #expect(challenges.last?.parameters == ["realm": "apps", "type": "1", "title": #"Login to "apps""#])
    }

    @Test("A challenge of continuous access evaluation contains its claims")
    func continuousAccessEvaluation() throws {
        let fields: HTTPFields = [
            "WWW-Authenticate":
                #"Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", "#
                + #"client_id="00000003-0000-0000-c000-000000000000", error="insufficient_claims", "#
                + #"claims="eyJhY2Nlc3NfdG9rZW4iOnsibmJmIjp7ImVzc2VudGlhbCI6dHJ1ZSwidmFsdWUiOiIxNjA0MTA2NjUxIn19fQ==""#,
            "www-authenticate": "Negotiate",
        ]
        let challenges = AuthenticationChallenge.all(in: fields)
        #expect(challenges.map(\.scheme) == ["Bearer", "Negotiate"])
        let bearer = try #require(challenges.first)
        #expect(bearer.isOf("bearer"))
        #expect(bearer.error == "insufficient_claims")
        #expect(bearer.parameters["realm"] == "")
        #expect(bearer.claims?.claim("nbf", in: .accessToken)?.value == "1604106651")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let schemes: [String]
        var parameters: [String: String] = [:]
        var token68: String?
        var testDescription: String { text }
    }

    @Test(
        "Forms of the grammar, and deviations that resources send",
        arguments: [
            Case(text: "", schemes: []), Case(text: " , ,, ", schemes: []),
            Case(text: "Negotiate", schemes: ["Negotiate"]),
            Case(text: "NTLM TlRMTVNTUAAC==", schemes: ["NTLM"], token68: "TlRMTVNTUAAC=="),
            Case(
                text: "Negotiate a87421000492aa/+.-_~=, Basic realm=x", schemes: ["Negotiate", "Basic"],
                token68: "a87421000492aa/+.-_~="),
            Case(
                text: "Bearer realm = \"a\" ,\t Error=\"b\"", schemes: ["Bearer"],
                parameters: ["realm": "a", "error": "b"]),
            Case(text: ",Bearer a=1,, b=2,", schemes: ["Bearer"], parameters: ["a": "1", "b": "2"]),
            Case(text: "Bearer a=1, a=2", schemes: ["Bearer"], parameters: ["a": "1"]),
            Case(text: "Bearer, Basic", schemes: ["Bearer", "Basic"]),
            // Without the required quotes: URLs, padded base64.
            Case(
                text: "Bearer authorization_uri=https://login.example/t, resource_id=https://a.example/",
                schemes: ["Bearer"],
                parameters: ["authorization_uri": "https://login.example/t", "resource_id": "https://a.example/"]),
            Case(
                text: "Bearer claims=eyJh==, error=x", schemes: ["Bearer"],
                parameters: ["claims": "eyJh==", "error": "x"]),
            Case(text: "Bearer a=\"never closed, b=1", schemes: ["Bearer"], parameters: ["a": "never closed, b=1"]),
            Case(text: "Bearer a=\"x\\", schemes: ["Bearer"], parameters: ["a": "x\\"]),
            Case(text: "Bearer a=\"1\" b=\"2\", c=3", schemes: ["Bearer"], parameters: ["a": "1"]),
            Case(text: "=", schemes: []), Case(text: "\"Bearer\" a=1", schemes: []),
            Case(text: "Bearer@x a=1", schemes: []),
            Case(text: "Bearer a=ä", schemes: ["Bearer"], parameters: ["a": "ä"]),
        ])
    func forms(_ sample: Case) {
        let challenges = parse(sample.text)
        #expect(challenges.map(\.scheme) == sample.schemes)
        if !sample.parameters.isEmpty { #expect(challenges.first?.parameters == sample.parameters) }
        #expect(challenges.first?.token68 == sample.token68)
    }

    @Test("Written challenges are parsed again, with any values")
    func roundTrip() {
        var random = SeededGenerator(7)
        for _ in 0..<500 {
            let values = (0..<Int.random(in: 0...4, using: &random)).map { index in
                (
                    "p\(index)",
                    String(
                        (0..<Int.random(in: 0...12, using: &random)).map { _ in
                            Self.letters[Int.random(in: 0..<Self.letters.count, using: &random)]
                        })
                )
            }
            let challenge = AuthenticationChallenge(
                scheme: "Pop", parameters: Dictionary(values, uniquingKeysWith: { first, _ in first }))
            #expect(parse(challenge.description) == [challenge])
            #expect(parse("\(challenge), \(challenge)") == [challenge, challenge])
        }
    }

    @Test("Any bytes are parsed to the end, in time linear in their number")
    func total() {
        var random = SeededGenerator(20_261_122)
        for round in 0..<20_000 {
            let length = Int.random(in: 0...(round % 200), using: &random)
            let bytes = (0..<length).map { _ in
                Bool.random(using: &random)
                    ? Self.marks[Int.random(in: 0..<Self.marks.count, using: &random)]
                    : UInt8.random(in: 0...255, using: &random)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            let challenges = parse(text)
            #expect(challenges.count <= text.utf8.count)
            for challenge in challenges { _ = challenge.claims }
        }
        #expect(parse(String(repeating: "a=", count: 200_000)).count <= 1)
        #expect(parse(String(repeating: "a,", count: 100_000)).count == 100_000)
        #expect(parse("B " + String(repeating: "a=\"\\", count: 100_000)).count == 1)
    }

    private static let letters = Array(#"abc "\,=;<>{}äß漢"#)
    private static let marks = Array(#"Bearer a=b, "\="#.utf8)
}
