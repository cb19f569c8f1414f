import InMemoryTracing
import KeyfobBackport
import KeyfobCore
import KeyfobIdP
import KeyfobIdPHTTP
import KeyfobOAuth
import KeyfobTelemetry
import KeyfobTesting
import Logging
import Testing

@testable import KeyfobIdPCore

@Suite("Secrets in the log, the metrics and the spans")
struct SecretsInLogsTests {
    /// A provider's log at the level trace, and the secrets that were sent to it and by it.
    private final class Record: Sendable {
        let sink = MemoryLogSink()
        let registry = PrometheusRegistry(help: ProviderMetricNames.help)
        let tracer = InMemoryTracer()
        let secrets = Mutex<Set<String>>([SeedData.password])

        func watching(_ body: () async throws -> Void) async throws {
            let logger = Logger(label: "keyfob.idp") { [sink] in
                LineLogHandler(label: $0, level: .trace, format: .json, sink: sink)
            }
            let telemetry = ProviderTelemetry(logger: logger, metrics: registry, tracer: tracer)
            let watch = InMemoryProvider.Watch(observer: telemetry) { request, response in
                let found = TrafficSecrets.of(request).union(TrafficSecrets.of(response))
                self.secrets.withLock { $0.formUnion(found) }
            }
            try await InMemoryProvider.$watch.withValue(watch) { try await body() }
        }

        func expectNoSecrets(atLeast count: Int) throws {
            let known = secrets.withLock { $0 }
            let spans = tracer.finishedSpans.map { span -> String in
                "\(span.operationName) \(span.attributes) \(span.events) \(span.errors)"
            }
            let text = sink.text + registry.text + spans.joined()
            #expect(known.count >= count, "Only \(known.count) secrets were seen.")
            let requests = try sink.lines.map { try JSONValue(parsing: $0) }.filter { $0["message"] == "request" }
            #expect(!requests.isEmpty && requests.count == spans.count)
            let leaked = known.filter { text.contains($0) }
            #expect(leaked.isEmpty)
        }
    }

    @Test("Password, code, verifier, refresh token and cookies, at version 2 and version 1")
    func users() async throws {
        let record = Record()
        try await record.watching {
            var fixture = try await ProviderFixture()
            let tokens = try await fixture.tokens()
            let refresh = try #require(tokens.refreshToken).reveal()
            #expect(try await fixture.refresh(refresh).status == 200)
            #expect(try await fixture.refresh(refresh + "x").status == 400)
            #expect(try await fixture.redeem("a-code-that-is-none", ["code_verifier": "wrong-verifier"]).status == 400)
            let wrong = Person(user: "ada@contoso.test", password: "a-wrong-password")
            var other = fixture
            other.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
            _ = try? await other.signIn(wrong)
            var request = HTTPRequest.get(fixture.provider.base.with(path: "/oidc/userinfo"))
            request.fields.set("Authorization", "Bearer \(tokens.accessToken?.reveal() ?? "")")
            _ = try await fixture.provider.send(request)
        }
        try record.expectNoSecrets(atLeast: 12)
    }

    @Test("Client secrets, assertions and tokens of applications")
    func applications() async throws {
        let record = Record()
        try await record.watching {
            let client = try await ConfidentialClient()
            try await client.grant()
            #expect(try await client.token().status == 200)
            #expect(try await client.token(["client_secret": "a-wrong-secret"]).status != 200)
            #expect(
                try await client.token(basic: ConfidentialClient.basic(ConfidentialClient.id, client.secret)).status
                    == 200)
            let key = try ClientKey(validFrom: client.fixture.clock.unixSeconds)
            try await key.register(with: client)
            let assertion = try key.assertion(try ClientKey.claims(client))
            #expect(try await client.token(ConfidentialClient.parameters(assertion)).status == 200)
            #expect(try await client.token(ConfidentialClient.parameters(assertion + "x")).status != 200)
        }
        try record.expectNoSecrets(atLeast: 8)
    }

    @Test("Device codes, on the page and at the token endpoint")
    func devices() async throws {
        let record = Record()
        try await record.watching {
            var fixture = try await ProviderFixture()
            let device = try await fixture.startDeviceCode()
            let poll = [
                ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", fixture.clientID),
                ("device_code", device.deviceCode.reveal()),
            ]
            #expect(try await fixture.token(poll).status == 400)
            _ = try await fixture.enterCode(of: device)
            #expect(try await fixture.token(poll).status == 200)
        }
        try record.expectNoSecrets(atLeast: 8)
    }

    @Test("SAML requests and responses")
    func saml() async throws {
        let record = Record()
        try await record.watching {
            var fixture = try await SAMLFixture()
            #expect(ServiceResponse(try await fixture.signOn()) != nil)
        }
        try record.expectNoSecrets(atLeast: 6)
    }

    @Test("The portal, the admin API and Microsoft Graph")
    func administration() async throws {
        let record = Record()
        try await record.watching {
            var fixture = try await ProviderFixture()
            let grace = Person(user: "grace@contoso.test", password: SeedData.password)
            _ = try? await grace.visit(fixture.provider.base.with(path: "/portal"), with: &fixture.browser)
            let admin = fixture.provider.admin
            try await admin.setPassword(Secret("another-password-1"), of: "ada@contoso.test")
            _ = try await admin.signIns()
            _ = try await admin.graph(.get, "users")
            _ = try? await admin.graph(.get, "users/nobody@contoso.test")
        }
        try record.expectNoSecrets(atLeast: 5)
    }

    @Test("An internal error, wherever it occurs")
    func errors() async throws {
        struct Leak: Error, CustomStringConvertible { let description = "a-secret-in-an-error" }
        for error in [Leak(), LeakingError.value("a-secret-in-an-error")] as [any Error] {
            let described = InternalError(error)
            #expect(described.message.isEmpty && !described.kind.contains("a-secret-in-an-error"))
        }
    }

    private enum LeakingError: Error { case value(String) }
}
