import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The sign-in requests the name first, and then the password.
@Suite("Identifier first")
struct IdentifierFirstTests {
    private struct NoPage: Error {}

    private func open(
        _ fixture: inout ProviderFixture, _ changes: [String: String?] = [:]
    ) async throws -> (HTTPURL, HTMLDocument) {
        let url = try fixture.url(
            "/common/oauth2/v2.0/authorize",
            fixture.authorization(scope: "openid api://files/Files.Read", changes))
        return try page(try await fixture.browser.open(url))
    }

    private func page(_ place: FormBrowser.Place) throws -> (HTTPURL, HTMLDocument) {
        guard case .page(let address, let page, _) = place else { throw NoPage() }
        return (address, page)
    }

    private func send(
        _ fixture: inout ProviderFixture, _ page: HTMLDocument, from address: HTTPURL, _ values: [String: String],
        pressing button: String = "sign-in"
    ) async throws -> (HTTPURL, HTMLDocument) {
        let form = try #require(page.forms.first)
        let fields = form.submission(filling: values, pressing: ("action", button))
        return try self.page(try await fixture.browser.send(form, fields, from: address))
    }

    @Test("The name leads to the page for its password, which shows the name, and the password to the app")
    func twoPages() async throws {
        var fixture = try await ProviderFixture()
        let (address, first) = try await open(&fixture)
        #expect(first.pageName == "sign-in")
        #expect(first.forms.first?.has("login") == true && first.forms.first?.has("passwd") == false)
        let (next, second) = try await send(&fixture, first, from: address, ["login": "ada@contoso.test"])
        #expect(second.pageName == "sign-in")
        #expect(second.forms.first?.has("passwd") == true)
        #expect(second.textByID["login-name"] == "ada@contoso.test")
        #expect(second.textByID["error-code"] == nil)
        let (_, third) = try await send(&fixture, second, from: next, ["passwd": SeedData.password])
        #expect(third.pageName == "consent")
        // Both pages are one prompt.
        #expect(try await fixture.provider.admin.count("password_prompt") == 1)
        #expect(try await fixture.provider.admin.count("password_accepted") == 1)
    }

    @Test("Every name leads to the same page, whether a user has it or not")
    func noOracle() async throws {
        var fixture = try await ProviderFixture()
        var texts: [String] = []
        for name in ["ada@contoso.test", "nobody@contoso.test", "x@elsewhere.test"] {
            let (address, first) = try await open(&fixture)
            let (_, second) = try await send(&fixture, first, from: address, ["login": name])
            #expect(second.forms.first?.has("passwd") == true)
            texts.append(second.text.replacing(name, with: "NAME"))
        }
        // The initials of the names differ.
        #expect(Set(texts.map { $0.split(separator: " ").filter { $0.count > 1 } }).count == 1, "\(texts)")
    }

    @Test("A hint shows the page for the password at once, and another name can be given")
    func hint() async throws {
        var fixture = try await ProviderFixture()
        let (address, page) = try await open(&fixture, ["login_hint": "grace@contoso.test"])
        #expect(page.forms.first?.has("passwd") == true)
        #expect(page.forms.first?.values("login") == ["grace@contoso.test"])
        let (next, names) = try await send(&fixture, page, from: address, [:], pressing: "other")
        #expect(names.forms.first?.has("passwd") == false)
        #expect(names.forms.first?.values("login") == [""])
        let (last, passwords) = try await send(&fixture, names, from: next, ["login": "ada@contoso.test"])
        #expect(passwords.textByID["login-name"] == "ada@contoso.test")
        let (_, consent) = try await send(&fixture, passwords, from: last, ["passwd": SeedData.password])
        #expect(consent.text.contains("ada@contoso.test"))
    }

    @Test("A form with name and password at once signs in, as scripts and password managers send it")
    func both() async throws {
        var fixture = try await ProviderFixture()
        let (address, first) = try await open(&fixture)
        let values = ["login": "ada@contoso.test", "passwd": SeedData.password]
        let (_, next) = try await send(&fixture, first, from: address, values)
        #expect(next.pageName == "consent")
    }
}
