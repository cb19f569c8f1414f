import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Authorization responses")
struct ResponseModeTests {
    @Test("fragment puts the response behind #, where no server receives it")
    func fragment() async throws {
        var fixture = try await ProviderFixture()
        let redirect = try #require(
            try await fixture.signIn(ProviderFixture.ada, ["response_mode": "fragment"]).redirect)
        #expect(redirect.hasPrefix("http://localhost:51000/contoso-a#"))
        let reply = try FormParameters(parsing: String(redirect.split(separator: "#").last ?? ""))
        #expect(reply["state"] == "the-state")
        #expect(try await fixture.redeem(reply["code"] ?? "").status == 200)
    }

    @Test("form_post returns a form whose button sends the response to the client, without a script")
    func formPost() async throws {
        var fixture = try await ProviderFixture()
        let visit = try await fixture.signIn(ProviderFixture.ada, ["response_mode": "form_post"])
        #expect(visit.pages.last == "form-post")
        let form = try #require(visit.lastPage?.forms.first)
        #expect(form.action == "http://localhost:51000/contoso-a")
        #expect(form.method == "post")
        #expect(form.values("state") == ["the-state"])
        #expect(try await fixture.redeem(form.values("code").first ?? "").status == 200)
    }

    @Test("An unknown response mode is an error that the client receives")
    func unknown() async throws {
        var fixture = try await ProviderFixture()
        let visit = try await fixture.signIn(ProviderFixture.ada, ["response_mode": "telepathy"])
        #expect(try ProviderFixture.reply(visit)["error"] == "unsupported_response_mode")
    }

    @Test(
        "A registered custom scheme leads back to the app",
        arguments: ["msauth.test.contoso.a://auth", "x-msauth-contoso://test.contoso.b"])
    func customScheme(uri: String) async throws {
        var fixture = try await ProviderFixture()
        fixture.redirectURI = uri
        let visit = try await fixture.signIn()
        #expect(visit.redirect?.hasPrefix("\(uri)?code=") == true)
        #expect(try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").status == 200)
    }

    @Test("A request without a redirect URI uses the first registered one")
    func omitted() async throws {
        var fixture = try await ProviderFixture()
        let visit = try await fixture.signIn(ProviderFixture.ada, ["redirect_uri": nil])
        #expect(
            visit.redirect?.hasPrefix("http://localhost?code=") == true
                || visit.redirect?.hasPrefix("http://localhost/?code=") == true)
        #expect(
            try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "", ["redirect_uri": nil]).status
                == 200)
    }

    @Test("The state is returned byte for byte, whatever it contains")
    func state() async throws {
        var fixture = try await ProviderFixture()
        for state in ["a b&c=d#e?f%20", "\u{e9}\u{1F511}", "", String(repeating: "x", count: 2000)] {
            let reply = try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["state": state]))
            #expect(reply["state"] == state)
        }
        #expect(
            try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["state": nil]))["state"] == nil)
    }

    @Test("The response to a form with a password is a 303, so that no browser sends the password on")
    func seeOther() async throws {
        var fixture = try await ProviderFixture()
        let recorder = RecordingTransport(fixture.provider)
        fixture.browser = FormBrowser(transport: recorder, clock: fixture.clock)
        _ = try await fixture.signIn()
        let statuses = recorder.exchanges.compactMap(\.response?.status).filter { (300..<400).contains($0) }
        #expect(statuses == [303])
    }
}
