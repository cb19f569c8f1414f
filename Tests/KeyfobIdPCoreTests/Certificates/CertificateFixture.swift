#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import KeyfobBackport
import Testing

/// A `ProviderFixture` whose tenant trusts a certificate authority, and users with its certificates.
struct CertificateFixture {
    var fixture: ProviderFixture
    let authority: UserCertificateAuthority

    init(isMultiFactor: Bool = false) async throws {
        fixture = try await ProviderFixture()
        authority = try .create(commonName: "Contoso People", now: fixture.clock.now)
        try await fixture.provider.admin.trust(
            tenant: "contoso.test", roots: [authority.der], isMultiFactor: isMultiFactor)
    }

    func certificate(_ user: String, days: Int = 365, isForServers: Bool = false) throws -> [UInt8] {
        try authority.issue(
            commonName: user, principalName: user, now: fixture.clock.now, validDays: days, isForServers: isForServers
        ).der
    }

    /// A browser with the given certificate, or with none.
    func browser(_ certificate: [UInt8]?) -> FormBrowser {
        var provider = fixture.provider
        provider.certificate = certificate
        return FormBrowser(transport: provider, clock: fixture.clock)
    }

    static func person(_ user: String = "ada@contoso.test") -> Person {
        var person = Person(user: user, password: SeedData.password)
        person.usesCertificate = true
        return person
    }

    func entries(_ event: String) async throws -> [JSONValue] {
        try await fixture.provider.admin.signIns().filter { $0["event"]?.stringValue == event }
    }

    func count(_ event: String) async throws -> Int { try await fixture.provider.admin.count(event) }

    /// The sign-in page and its flow token.
    mutating func page(_ browser: inout FormBrowser) async throws -> (HTTPURL, HTMLForm, flow: String) {
        let url = try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid profile"))
        guard case .page(let address, let document, _) = try await browser.open(url) else { throw NoPage() }
        let form = try #require(document.forms.first)
        return (address, form, form.values("flow").first ?? "")
    }

    /// Presses "Use a certificate" on the sign-in page, and returns the URL of the redirect without following it.
    ///
    /// - Parameter fields: Further header fields of the request, as a web view may add them.
    mutating func choose(_ browser: inout FormBrowser, _ fields: [String: String] = [:]) async throws -> String {
        let (address, form, _) = try await page(&browser)
        let stop = StopAtRedirect(provider: fixture.provider, fields: fields)
        var stopped = FormBrowser(transport: stop, clock: fixture.clock, cookies: browser.cookies)
        let values = form.submission(filling: ["login": "ada@contoso.test"], pressing: ("action", "certificate"))
        _ = try await stopped.send(form, values, from: address)
        return stop.location.withLock { $0 }
    }

    private struct NoPage: Error {}
}

/// Returns a response unchanged, so that no browser follows its redirect.
private final class StopAtRedirect: HTTPTransport {
    let location = Mutex("")
    private let provider: InMemoryProvider
    private let fields: [String: String]

    init(provider: InMemoryProvider, fields: [String: String]) {
        self.provider = provider
        self.fields = fields
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var request = request
        for (name, value) in fields { request.fields.set(name, value) }
        var response = try await provider.send(request)
        location.withLock { $0 = response.fields["Location"] ?? "" }
        response.status = 200
        return response
    }
}
#endif
