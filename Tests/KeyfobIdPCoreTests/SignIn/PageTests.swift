import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Pages")
struct PageTests {
    /// Every kind of page, as it is served.
    private func pages() async throws -> [(name: String, response: HTTPResponse)] {
        var fixture = try await ProviderFixture()
        let recorder = RecordingTransport(fixture.provider)
        fixture.browser = FormBrowser(transport: recorder, clock: fixture.clock)
        _ = try await fixture.signIn(Person(user: "ada@contoso.test", password: "wrong"))
        _ = try await fixture.signIn()
        _ = try await fixture.signIn(ProviderFixture.ada, ["prompt": "select_account"])
        _ = try await fixture.signIn(ProviderFixture.ada, ["client_id": "nobody"])
        var person = ProviderFixture.ada
        person.userCode = "WRONG"
        _ = try await person.visit(try fixture.url("/common/oauth2/deviceauth"), with: &fixture.browser)
        _ = try await person.visit(try fixture.url("/common/oauth2/v2.0/logout"), with: &fixture.browser)
        return recorder.exchanges.compactMap { exchange in
            guard let response = exchange.response, response.fields["Content-Type"]?.hasPrefix("text/html") == true
            else { return nil }
            let page = HTMLDocument(String(decoding: response.body, as: UTF8.self))
            return (page.pageName ?? "unnamed", response)
        }
    }

    @Test(
        "Every page has its name, a title, a language, and a policy that excludes other scripts, frames and other sites"
    )
    func rules() async throws {
        let pages = try await pages()
        #expect(
            Set(pages.map(\.name)) == [
                "sign-in", "consent", "account-picker", "error", "device-code", "signed-out",
            ])
        for (name, response) in pages {
            let html = String(decoding: response.body, as: UTF8.self)
            #expect(html.contains("<html lang=\"en\">"), "\(name)")
            #expect(html.contains("name=\"viewport\""), "\(name)")
            #expect(html.contains("<title>") && html.contains("<h1>"), "\(name)")
            #expect(!html.contains("style=\"") && !html.contains(" onclick="), "\(name)")
            let policy = response.fields["Content-Security-Policy"] ?? ""
            for rule in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"] {
                #expect(policy.contains(rule), "\(name) \(rule)")
            }
            let nonce = policy.firstRange(of: "'nonce-").map { policy[$0.upperBound...].prefix { $0 != "'" } } ?? ""
            #expect(nonce.count >= 16 && html.contains("<style nonce=\"\(nonce)\">"), "\(name)")
            // The page's own script, or none.
            #expect(html.contains("<script") == policy.contains("script-src 'nonce-\(nonce)';"), "\(name)")
            let admitted = html.contains("<script nonce=\"\(nonce)\">") ? 1 : 0
            #expect(html.split(separator: "<script").count - 1 == admitted, "\(name)")
            #expect(response.fields["X-Frame-Options"] == "DENY")
            #expect(response.fields["X-Content-Type-Options"] == "nosniff")
            #expect(response.fields["Referrer-Policy"] == "no-referrer")
            #expect(response.fields["Cache-Control"]?.contains("no-store") == true)
        }
    }

    @Test("Every field for the user has a label, and errors are announced and tied to their field")
    func accessibility() async throws {
        for (name, response) in try await pages() {
            let html = String(decoding: response.body, as: UTF8.self)
            let page = HTMLDocument(html)
            for control in page.forms.flatMap(\.controls) {
                switch control.type {
                case "text", "password": #expect(html.contains("<label for=\"\(control.name)\">"), "\(name)")
                case "checkbox": #expect(html.contains("<label for=\"\(control.name)-"), "\(name)")
                default: break
                }
            }
            if page.textByID["error-code"] != nil {
                #expect(html.contains("role=\"alert\""), "\(name)")
                #expect(page.textByID["error-message"]?.isEmpty == false, "\(name)")
                if !page.forms.isEmpty { #expect(html.contains("aria-describedby=\"error-message\""), "\(name)") }
            }
            if name == "sign-in" {
                #expect(html.contains("autocomplete=\"username\""))
                let asksPassword = page.forms.contains { $0.has("passwd") }
                #expect(html.contains("autocomplete=\"current-password\"") == asksPassword)
            }
        }
    }

    @Test("The redirect after a form may lead to the app, whose server may redirect to any other, and to no other app")
    func formAction() async throws {
        let fixture = try await ProviderFixture()
        for (uri, source) in [
            ("http://localhost:51000/contoso-a", "http: https:"),
            ("msauth.test.contoso.a://auth", "msauth.test.contoso.a:"),
        ] {
            let parameters = fixture.authorization(scope: "openid", ["redirect_uri": uri])
            let response = try await fixture.provider.send(
                .get(try fixture.url("/common/oauth2/v2.0/authorize", parameters)))
            #expect(response.fields["Content-Security-Policy"]?.hasSuffix("form-action 'self' \(source)") == true)
        }
    }
}
