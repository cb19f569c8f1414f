import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Response types")
struct ResponseTypeTests {
    private func fixture() async throws -> ProviderFixture {
        let fixture = try await ProviderFixture()
        try await fixture.provider.admin.change(
            fixture.clientID,
            [
                "web": [
                    "redirectUris": ["http://localhost/contoso-a"],
                    "implicitGrantSettings": ["enableIdTokenIssuance": true],
                ]
            ])
        return fixture
    }

    private func fragment(_ visit: Person.Visit) throws -> FormParameters {
        let halves = visit.redirect?.split(separator: "#", maxSplits: 1) ?? []
        return try FormParameters(parsing: halves.count == 2 ? String(halves[1]) : "")
    }

    @Test("id_token alone returns a signed id token for the request, in the fragment, and no code")
    func idToken() async throws {
        var fixture = try await fixture()
        let visit = try await fixture.signIn(
            scope: "openid profile", ["response_type": "id_token", "code_challenge": nil, "code_challenge_method": nil])
        let response = try fragment(visit)
        #expect(response["code"] == nil && response["access_token"] == nil && response["state"] == "the-state")
        let claims = try await fixture.claims(Secret(response["id_token"] ?? ""))
        #expect(claims["nonce"]?.stringValue == "the-nonce")
        #expect(claims["aud"]?.stringValue == fixture.clientID)
        #expect(claims["preferred_username"]?.stringValue == "ada@contoso.test" && claims["c_hash"] == nil)
        #expect(try await fixture.provider.admin.count("tokens_issued") == 1)
    }

    @Test("code id_token returns both; the token is bound to the code, and form_post sends them to the client")
    func hybrid() async throws {
        var fixture = try await fixture()
        let visit = try await fixture.signIn(
            scope: "openid profile", ["response_type": "code id_token", "response_mode": "form_post"])
        let form = try #require(visit.lastPage?.forms.first)
        let code = try #require(form.values("code").first)
        let claims = try await fixture.claims(Secret(form.values("id_token").first ?? ""))
        #expect(claims["c_hash"]?.stringValue == Base64URL.encode(Digest.sha256(Array(code.utf8)).prefix(16)))
        #expect(try await fixture.redeem(code).status == 200)
    }

    @Test(
        "An id token is refused unless the registration issues it, the request has openid and a nonce, and no query",
        arguments: [
            (false, [:], "unsupported_response_type", 700054),
            (true, ["scope": "api://files/Files.Read"], "unsupported_response_type", 70005),
            (true, ["nonce": nil], "invalid_request", 900144),
            (true, ["response_mode": "query"], "unsupported_response_mode", 70007),
            (true, ["response_type": "id_token token"], "unsupported_response_type", 700051),
        ] as [(Bool, [String: String?], String, Int)])
    func refused(isEnabled: Bool, changes: [String: String?], error: String, number: Int) async throws {
        var fixture = isEnabled ? try await fixture() : try await ProviderFixture()
        let changes = ["response_type": "id_token"].merging(changes) { _, new in new }
        let visit = try await fixture.signIn(scope: "openid profile", changes)
        let response = try fragment(visit)
        #expect(response["error"] == error && response["state"] == "the-state")
        #expect(response["error_description"]?.hasPrefix("AADSTS\(number):") == true)
        #expect(response["id_token"] == nil)
    }

    @Test("The page of form_post submits itself by the one script that its policy admits, and has a button without it")
    func submitsItself() async throws {
        var fixture = try await ProviderFixture()
        let recorder = RecordingTransport(fixture.provider)
        fixture.browser = FormBrowser(transport: recorder, clock: fixture.clock)
        let visit = try await fixture.signIn(ProviderFixture.ada, ["response_mode": "form_post"])
        #expect(visit.pages.last == "form-post")
        let page = try #require(recorder.exchanges.last?.response)
        let html = String(decoding: page.body, as: UTF8.self)
        let policy = page.fields["Content-Security-Policy"] ?? ""
        let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([^']+)'/)?.output.1)
        #expect(html.contains("<script nonce=\"\(nonce)\">document.forms[0].submit()</script>"))
        #expect(html.contains("<button type=\"submit\">"))
    }

    @Test("The page of form_post with an error does not say that the user is signed in")
    func errorByPost() async throws {
        let fixture = try await ProviderFixture()
        let url = try fixture.url(
            "/common/oauth2/v2.0/authorize",
            fixture.authorization(scope: "openid", ["response_mode": "form_post", "prompt": "none"]))
        let page = try await fixture.provider.send(.get(url))
        let html = String(decoding: page.body, as: UTF8.self)
        #expect(html.contains("value=\"login_required\"") && !html.contains("You are signed in"))
    }

    @Test("A code without a challenge is issued as Entra ID issues it; the strict profile demands the challenge")
    func challenge() async throws {
        let none: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
        var faithful = try await ProviderFixture()
        let code = try ProviderFixture.reply(try await faithful.signIn(ProviderFixture.ada, none))["code"] ?? ""
        #expect(try await faithful.redeem(code, ["code_verifier": nil]).status == 200)
        var strict = try await ProviderFixture { $0.profile = .strict }
        #expect(
            try ProviderFixture.reply(try await strict.signIn(ProviderFixture.ada, none))["error"] == "invalid_request")
    }
}
