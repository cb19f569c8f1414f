import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Limits of unauthenticated input")
struct InputLimitTests {
    /// The documented limits, independent of the constants in the code.
    private enum Most {
        static let headerFields = 100
        static let cookies = 200
        static let parameters = 100
        static let formBytes = 65_536
        static let assertionBytes = 131_072
        static let assertionFormBytes = 262_144
        static let scopes = 100
        static let claimsBytes = 8192
        static let claims = 100
        static let xmlAttributes = 64
        static let xmlElements = 2000
    }

    private static let assertionGrant = SAMLAssertionGrant.version2.rawValue

    /// The number and the text of a refusal at the token endpoint.
    private func refusal(_ parameters: [(String, String)], _ fixture: ProviderFixture) async throws -> (Int64?, String)
    {
        let response = try await fixture.token(parameters)
        return (response.number, response.json["error_description"]?.stringValue ?? "")
    }

    private func scopes(_ count: Int) -> String { (0..<count).map { "s\($0)" }.joined(separator: "  ") }

    @Test("More scopes than the limit are refused before the client is looked up, wherever scopes are sent")
    func scopes() async throws {
        let fixture = try await ProviderFixture()
        let most = Most.scopes
        for path in ["token", "devicecode"] {
            let form = [("grant_type", "refresh_token"), ("refresh_token", "x"), ("client_id", "nobody")]
            let address = "/common/oauth2/v2.0/\(path)"
            let more = try await fixture.token(form + [("scope", scopes(most + 1))], path: address)
            #expect(more.number == 90023 && more.json["error"]?.stringValue == "invalid_request", "\(path)")
            let allowed = try await fixture.token(form + [("scope", scopes(most))], path: address)
            #expect(allowed.number == 700016, "\(path)")
        }
        let page = try await fixture.provider.send(
            .get(try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: scopes(most + 1)))))
        #expect(page.status == 400 && String(decoding: page.body, as: UTF8.self).contains("AADSTS90023"))
    }

    @Test("More scopes in a message that a device has signed are refused as well")
    func signedScopes() async throws {
        let fixture = try await ProviderFixture()
        let phone = try await Phone(fixture)
        let session = try await phone.session()
        func number(_ count: Int) async throws -> Int64? {
            try await phone.use(session, scopes: ScopeSet((0..<count).map { "api://files/s\($0)" })).number
        }
        #expect(try await number(Most.scopes + 1) == 90023)
        let allowed = try await number(Most.scopes)
        #expect(allowed != nil && allowed != 90023)
    }

    @Test("No more scopes can be ticked on the consent page than can be requested")
    func tickedScopes() async throws {
        let fixture = try await ProviderFixture()
        func page(_ count: Int) async throws -> (status: Int, text: String) {
            var request = HTTPRequest.form(
                try fixture.url("/common/consent"), FormParameters([("flow", "x"), ("action", "accept")]))
            // The name repeated once for each tick, as browsers send it.
            request.body += (0..<count).map { "&scope=api%3A%2F%2Ffiles%2Fs\($0)" }.joined().utf8
            let answer = try await fixture.provider.send(request)
            return (answer.status, String(decoding: answer.body, as: UTF8.self))
        }
        let refused = try await page(Most.scopes + 1)
        #expect(refused.status == 400 && refused.text.contains("AADSTS90023"))
        #expect(try await !page(Most.scopes).text.contains("AADSTS90023"))
    }

    /// Parameters of a form of exactly `size` bytes; the last one is padded.
    private func padded(_ parameters: [(String, String)], to size: Int, by name: String) -> [(String, String)] {
        let rest = FormParameters(parameters + [(name, "")]).encoded.utf8.count
        return parameters + [(name, String(repeating: "a", count: size - rest))]
    }

    @Test("A form has 64 KiB at most; only a SAML assertion may be larger, and no other field")
    func forms() async throws {
        let fixture = try await ProviderFixture()
        let large = String(repeating: "a", count: Most.formBytes)
        let plain: [(String, String)] = [("grant_type", "refresh_token"), ("client_id", fixture.clientID)]
        func number(_ size: Int) async throws -> Int64? {
            try await refusal(padded(plain, to: size, by: "refresh_token"), fixture).0
        }
        #expect(try await number(Most.formBytes) == 9_002_313)
        #expect(try await number(Most.formBytes + 1) == 90023)
        let grant: [(String, String)] = [
            ("grant_type", Self.assertionGrant), ("client_id", fixture.clientID), ("scope", "openid"),
        ]
        #expect(
            try await refusal(grant + [("assertion", xml(Most.assertionBytes)), ("more", large)], fixture).0 == 90023)
        #expect(try await refusal(grant + [("assertion", "x"), ("more", large)], fixture).0 == 90023)
        for path in ["/common/login", "/common/consent", "/common/oauth2/deviceauth", "/common/oauth2/v2.0/logout"] {
            func text(_ size: Int) async throws -> String {
                let page = try await fixture.token(padded([], to: size, by: "flow"), path: path)
                return "\(page.status) " + String(decoding: page.body, as: UTF8.self)
            }
            let refused = try await text(Most.formBytes + 1)
            #expect(refused.hasPrefix("400 ") && refused.contains("AADSTS90023"), "\(path)")
            #expect(try await !text(Most.formBytes).contains("AADSTS90023"), "\(path)")
        }
    }

    /// XML of the given size that no issuer has signed: it is parsed, and refused for its issuer.
    private func xml(_ size: Int) -> String {
        Base64URL.encode(Array(("<a>" + String(repeating: "x", count: size - 7) + "</a>").utf8))
    }

    @Test("An assertion has 128 KiB of XML at most, and a form with one 256 KiB")
    func assertions() async throws {
        let fixture = try await ProviderFixture()
        let grant: [(String, String)] = [
            ("grant_type", Self.assertionGrant), ("client_id", fixture.clientID), ("scope", "openid"),
        ]
        let allowed = try await refusal(grant + [("assertion", xml(Most.assertionBytes))], fixture)
        #expect(allowed.0 == 50013 && allowed.1.contains("issuer is not trusted"))
        let refused = try await refusal(grant + [("assertion", xml(Most.assertionBytes + 1))], fixture)
        #expect(refused.0 == 50013 && refused.1.contains("too long"))
        let whole = Most.assertionFormBytes
        #expect(try await refusal(padded(grant, to: whole, by: "assertion"), fixture).0 == 50013)
        #expect(try await refusal(padded(grant, to: whole + 1, by: "assertion"), fixture).0 == 90023)
    }

    @Test("More header fields, cookies or parameters than the limit are refused")
    func counts() async throws {
        let fixture = try await ProviderFixture()
        let url = try fixture.url("/common/oauth2/v2.0/token")
        let form = FormParameters([("grant_type", "refresh_token")])
        func number(_ change: (inout HTTPRequest) -> Void) async throws -> Int64? {
            var request = HTTPRequest.form(url, form)
            change(&request)
            return try await fixture.provider.send(request).number
        }
        #expect(try await number { _ in } == 900144)
        for (count, expected) in [(Most.headerFields, 900144), (Most.headerFields + 1, 90023)] as [(Int, Int64)] {
            let answered = try await number { request in
                for index in request.fields.pairs.count..<count { request.fields.append("X-A\(index)", "b") }
            }
            #expect(answered == expected)
        }
        let cookies = (0..<Most.cookies).map { "a\($0)=b" }.joined(separator: "; ")
        #expect(try await number { $0.fields.append("Cookie", cookies) } == 900144)
        #expect(
            try await number { request in
                request.fields.append("Cookie", cookies)
                request.fields.append("Cookie", "more=1")
            } == 90023)
        let many = (0...Most.parameters).map { ("p\($0)", "v") }
        #expect(try await refusal(many, fixture).0 == 90023)
        #expect(try await refusal(many.dropLast(), fixture).0 == 900144)
    }

    @Test("The parameter claims is limited in members and values, including those of amr")
    func claims() async throws {
        let fixture = try await ProviderFixture()
        func answer(_ count: Int) async throws -> (Int64?, String) {
            let values = (0..<count).map { "m\($0)" }
            let claims: JSONValue = ["id_token": ["amr": ["values": .strings(values)]]]
            return try await refusal(
                [
                    ("grant_type", "refresh_token"), ("client_id", fixture.clientID), ("refresh_token", "x"),
                    ("claims", claims.text()),
                ], fixture)
        }
        // Three members enclose the values.
        #expect(try await answer(Most.claims - 3).0 == 9_002_313)
        let refused = try await answer(Most.claims - 2)
        #expect(refused.0 == 90023 && refused.1.contains("members and values"))
    }

    @Test("The parameter claims has 8 KiB at most")
    func claimsBytes() async throws {
        let fixture = try await ProviderFixture()
        func number(_ size: Int) async throws -> Int64? {
            let (begin, end) = (#"{"id_token":{"a":{"value":""#, #""}}}"#)
            let padding = String(repeating: "x", count: size - begin.utf8.count - end.utf8.count)
            return try await refusal(
                [
                    ("grant_type", "refresh_token"), ("client_id", fixture.clientID), ("refresh_token", "x"),
                    ("claims", begin + padding + end),
                ], fixture
            ).0
        }
        #expect(try await number(Most.claimsBytes) == 9_002_313)
        #expect(try await number(Most.claimsBytes + 1) == 90023)
    }

    @Test("An XML element is limited in attributes, including declared namespaces")
    func attributes() async throws {
        let fixture = try await ProviderFixture()
        func detail(_ count: Int, _ attribute: (Int) -> String) async throws -> String {
            try await said(of: "<a " + (0..<count).map(attribute).joined(separator: " ") + "/>", fixture)
        }
        for attribute in [{ "b\($0)=''" }, { "xmlns:b\($0)='c'" }] as [(Int) -> String] {
            #expect(try await detail(Most.xmlAttributes, attribute).contains("issuer is not trusted"))
            #expect(try await detail(Most.xmlAttributes + 1, attribute).contains("too many attributes"))
        }
    }

    @Test("XML has 2,000 elements at most")
    func elements() async throws {
        let fixture = try await ProviderFixture()
        func detail(_ count: Int) async throws -> String {
            try await said(of: "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>", fixture)
        }
        #expect(try await detail(Most.xmlElements).contains("issuer is not trusted"))
        #expect(try await detail(Most.xmlElements + 1).contains("too many elements"))
    }

    /// The error description for an assertion with this XML.
    private func said(of xml: String, _ fixture: ProviderFixture) async throws -> String {
        try await refusal(
            [
                ("grant_type", Self.assertionGrant), ("client_id", fixture.clientID), ("scope", "openid"),
                ("assertion", Base64URL.encode(Array(xml.utf8))),
            ], fixture
        ).1
    }

    @Test(
        "Long runs of combining marks, which take quadratic time to compare, are refused; words with marks are not"
    )
    func combiningMarks() async throws {
        let fixture = try await ProviderFixture()
        func marks(_ count: Int) -> String { "a" + String(repeating: "\u{301}", count: count) + "b" }
        func number(_ name: String, _ value: String) async throws -> Int64? {
            try await refusal(
                [("grant_type", "refresh_token"), ("client_id", fixture.clientID), (name, value)], fixture
            ).0
        }
        #expect(try await number("client-name", marks(31)) == 90023)
        #expect(try await number(marks(31), "x") == 90023)
        #expect(try await number("client-name", String(repeating: marks(30), count: 20)) == 900144)
        // Tibetan vowels that consist of marks.
        #expect(try await number("client-name", "a" + String(repeating: "\u{F73}", count: 31)) == 90023)
        #expect(try await number("claims", "{\"\(marks(31))\":1}") == 90023)
        let xml = Base64URL.encode(Array("<a \(marks(31))='b'/>".utf8))
        let refused = try await refusal(
            [
                ("grant_type", Self.assertionGrant), ("client_id", fixture.clientID), ("scope", "openid"),
                ("assertion", xml),
            ], fixture)
        #expect(refused.0 == 50013 && refused.1.contains("combining marks"))
    }

    @Test("Unsigned input is refused without the store: no transaction is open while it is parsed")
    func outsideTransactions() async throws {
        let store = CountingStore()
        let clock = MovableClock()
        let provider = try await InMemoryProvider(clock: clock, store: store)
        let url = provider.base.with(path: "/common/oauth2/v2.0/token")
        func cost(_ parameters: [(String, String)], _ number: Int64) async throws -> Int {
            try await store.count {
                let answer = try await provider.send(.form(url, FormParameters(parameters)))
                #expect(answer.number == number)
            }
        }
        // The first request also performs the periodic work.
        _ = try await cost([("grant_type", "nonsense"), ("client_id", SeedData.suiteClientID)], 70003)
        // A request refused for its form alone opens the transaction of the log, and those of every request.
        let least = try await cost([("grant_type", "nonsense"), ("client_id", SeedData.suiteClientID)], 70003)
        let assertion = Base64URL.encode(Array("<a b='c'/>".utf8))
        let forged = try await cost(
            [
                ("grant_type", Self.assertionGrant), ("client_id", SeedData.suiteClientID), ("scope", "openid"),
                ("assertion", assertion),
            ], 50013)
        #expect(forged == least)
        // A device of another provider: its certificate is genuine, but issued by another authority.
        var other = try await ProviderFixture()
        other.clientID = SeedData.suiteClientID
        let phone = try await Phone(other)
        let request = PRTIssueRequest(
            clientID: Phone.broker, nonce: "x", proof: .password(username: "ada@contoso.test", password: Secret("x")))
        let foreign = try request.parameters(signedBy: phone.key)
        #expect(try await cost(foreign.pairs.map { ($0.name, $0.value) }, 50155) == least)
    }
}
