import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The requests of the broker's web view, as seen by the servers.
@Suite struct WebViewTests {
    /// A provider whose sign-in page leads somewhere else.
    private struct Misled: HTTPTransport {
        let base: any HTTPTransport
        let target: String

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            guard request.url.path.hasSuffix("/authorize") else { return try await base.send(request) }
            return HTTPResponse(status: 302, fields: ["Location": target])
        }
    }

    /// Serves a page at an unknown host.
    private struct Stranger: HTTPTransport {
        let base: any HTTPTransport

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            guard request.url.host == "evil.test" else { return try await base.send(request) }
            return HTTPResponse(
                status: 200, fields: ["Content-Type": "text/html"],
                body: Array("<body data-page=\"sign-in\"><style>p{color:red}</style></body>".utf8))
        }
    }

    @Test func `the screen marks pages of unverified hosts`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let misled = Misled(base: Stranger(base: fixture.wire), target: "https://evil.test/login")
        let reply = try await BrokeredApp.a.ask(fixture.broker(transport: misled), .login)
        #expect(reply.tokens == nil)
        #expect(fixture.screen.pages.map(\.isTrusted) == [false])
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        _ = try await BrokeredApp.notes.ask(fixture.broker(), .login)
        #expect(fixture.screen.pages.count > 2 && fixture.screen.pages.dropFirst().allSatisfy(\.isTrusted))
    }

    @Test func `it identifies itself, and shows the provider's pages with their address`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let pages = fixture.wire.exchanges.map(\.request).filter { $0.fields["Accept"] == "text/html" }
        #expect(!pages.isEmpty)
        for page in pages {
            #expect(page.fields["x-ms-PkeyAuth+"] == "1.0")
            #expect(page.fields["User-Agent"]?.contains("PKeyAuth/1.0") == true)
        }
        #expect(fixture.screen.pages.allSatisfy { $0.address?.hostAndPort == Contoso.host })
    }

    @Test(arguments: [
        "http://localhost:8443/common/login", "javascript:alert(1)", "file:///etc/passwd",
        "urn:http-auth:PKeyAuth?Context=c&nonce=n&Version=1.0&SubmitUrl=https%3A%2F%2Fevil.test%2F",
        "msauth://enroll?intuneRedirectUrl=https%3A%2F%2Fevil.test%2F", "msauth://unheard",
        "browser://evil.test/login",
    ])
    func `it does not follow a provider to forbidden addresses`(target: String) async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let broker = try fixture.broker(transport: Misled(base: fixture.wire, target: target))
        let reply = try await BrokeredApp.a.ask(broker, .login)
        #expect(reply.tokens == nil && reply.failure != nil)
        #expect(fixture.wire.exchanges.allSatisfy { $0.request.url.hostAndPort == Contoso.host })
    }

    @Test func `another host's page gets neither the user's credential nor the device's`() async throws {
        let fixture = try await BrokerFixture()
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let recorder = RecordingTransport(fixture.provider)
        let misled = Misled(base: recorder, target: "https://evil.test/common/oauth2/v2.0/authorize")
        let reply = try await BrokeredApp.a.ask(fixture.broker(transport: misled), .login) {
            $0.asking.prompt = "consent"
        }
        #expect(reply.tokens == nil)
        for request in recorder.exchanges.map(\.request) where request.url.host == "evil.test" {
            #expect(request.fields["x-ms-RefreshTokenCredential"] == nil && request.fields["Cookie"] == nil)
            #expect(request.fields["Authorization"] == nil)
        }
    }

    @Test func `endless redirects of a provider end the sign-in`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let misled = Misled(base: fixture.wire, target: "https://\(Contoso.host)/common/oauth2/v2.0/authorize")
        let reply = try await BrokeredApp.a.ask(fixture.broker(transport: misled), .login)
        #expect(reply.tokens == nil && reply.failure != nil)
        let asking = Misled(base: fixture.wire, target: "msauth://in_app_enrollment_complete?status=success")
        let second = try await BrokeredApp.a.ask(fixture.broker(transport: asking), .login)
        #expect(second.failure?.code == -50002)
    }
}
