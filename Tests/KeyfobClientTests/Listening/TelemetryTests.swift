import KeyfobBackport
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Telemetry")
struct TelemetryTests {
    private final class Kept: Sendable {
        private let events = Mutex<[TelemetryEvent]>([])
        func add(_ event: TelemetryEvent) { events.withLock { $0.append(event) } }
        var all: [TelemetryEvent] { events.withLock { $0 } }
    }

    private func app(
        _ world: World, _ kept: Kept, onlyFailures: Bool = false, includesPII: Bool = false
    ) throws -> PublicClientApplication {
        var environment = ClientEnvironment(
            transport: world.wire, clock: world.clock, store: world.store, refreshLock: world.lock,
            userAgent: world.browser(), pause: ImmediatePause())
        environment.telemetry = TelemetryHook(onlyFailures: onlyFailures, includesPII: includesPII) { kept.add($0) }
        return PublicClientApplication(configuration: try world.app().configuration, environment: environment)
    }

    @Test("gives the app the outcome of each call, as values")
    func events() async throws {
        let world = try await World()
        let kept = Kept()
        let app = try app(world, kept)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        var parameters = SilentParameters(scopes: Contoso.read, account: first.account, correlationID: "mine")
        _ = try await app.acquireTokenSilent(parameters)
        parameters.forceRefresh = true
        _ = try await app.acquireTokenSilent(parameters)
        try await world.admin.revoke(user: Contoso.ada)
        let forced = parameters
        _ = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(forced) }
        try await app.signOut(first.account)
        #expect(kept.all.map(\.call) == [.interactive, .silent, .silent, .silent, .signOut])
        #expect(kept.all.map(\.source) == [.interactive, .cache, .refresh, nil, nil])
        #expect(kept.all.map(\.isSuccess) == [true, true, true, false, true])
        #expect(kept.all[1].correlationID == "mine")
        let failed = kept.all[3]
        #expect(failed.errorCode == .interactionRequired)
        #expect(failed.serverError?.hasPrefix("invalid_grant") == true && !failed.serverCodes.isEmpty)
        #expect(failed.properties["status"] == "failed" && failed.properties["response_code"] == "400")
        #expect(kept.all.allSatisfy { $0.accountIdentifier == nil && $0.tenantID == nil })
        let words = kept.all.flatMap { $0.properties.values }.joined(separator: " ")
        #expect(!words.contains(first.account.identifier) && !words.contains(first.accessToken.reveal()))
    }

    @Test("reports failures only, or the account concerned, if the app configures that")
    func options() async throws {
        let world = try await World()
        let failures = Kept()
        let app = try app(world, failures, onlyFailures: true)
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(failures.all.isEmpty)
        _ = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: ["openid"]))
        }
        #expect(failures.all.map(\.errorCode) == [.configuration])
        let named = Kept()
        _ = try await self.app(world, named, includesPII: true).acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(named.all.first?.accountIdentifier == first.account.identifier)
        #expect(named.all.first?.properties["tenant_id"] == Contoso.tenantID)
    }

    @Test("The server gets the cause of a request, and of the calls since its last response")
    func headers() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        func last() throws -> HTTPRequest { try #require(world.wire.requests(to: "/token").last) }
        #expect(try last().fields["x-client-current-telemetry"] == "4|167,0|")
        #expect(try last().fields["x-client-last-telemetry"] == "4|0|||")
        #expect(try last().fields["x-client-SKU"] == "Keyfob")
        var parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        for _ in 0..<3 { _ = try await app.acquireTokenSilent(parameters) }
        parameters.forceRefresh = true
        parameters.correlationID = "c-1"
        world.faults.fail(.unreachable, to: "/token", count: 1)
        let forced = parameters
        #expect(await failure { () async throws(AuthError) in try await app.acquireTokenSilent(forced) } != nil)
        _ = try await app.acquireTokenSilent(forced)
        #expect(try last().fields["x-client-current-telemetry"] == "4|34,1|")
        #expect(try last().fields["x-client-last-telemetry"] == "4|3|34,c-1|network|")
        let mailbox = try #require(try last().fields["X-AnchorMailbox"])
        #expect(mailbox == "Oid:\(first.account.identifier.replacing(".", with: "@"))")
        world.expireAccessTokens()
        _ = try await app.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: first.account))
        #expect(try last().fields["x-client-current-telemetry"] == "4|34,3|")
        #expect(try last().fields["x-client-last-telemetry"] == "4|0|||")
    }
}
