import KeyfobADALClient
import KeyfobBackport
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobSetup
import KeyfobTesting
import Testing

/// The broker of ADAL's dialect, behind the version 1 client.
@Suite struct ADALBrokerTests {
    private struct Legacy: Sendable {
        let world: BrokerWorld
        let device: ScriptedApp
        let client: ADALClient
        let access: BrokerAccess
        let browser: ScriptedUserAgent
    }

    private func legacy(
        _ facts: BundleFacts? = nil, world: BrokerWorld? = nil, group: AccessGroup = .standard,
        adjust: (inout BrokerAccess) -> Void = { _ in }
    ) async throws -> Legacy {
        let world = if let world { world } else { try await BrokerWorld() }
        let facts = facts ?? BrokerWorld.facts(schemes: ["x-msauth-contoso"], queries: ["msauth", "msauthv3"])
        let device = ScriptedApp(facts: facts, broker: world.broker)
        var access = device.access(
            keychain: world.keychain.app(AppEntitlements(keychainAccessGroups: ["TEAM1.test.contoso.a"])))
        adjust(&access)
        let browser = world.world.browser()
        var environment = ClientEnvironment(
            transport: VouchingDirectory(base: world.world.wire), clock: world.world.clock, store: world.world.store,
            refreshLock: world.world.lock, userAgent: browser, pause: ImmediatePause(moving: world.world.clock))
        environment.broker = access
        environment.keychainGroup = group.name
        let client = ADALClient(environment: environment)
        device.onURL { client.handleResponse($0, sourceApplication: $1) }
        return Legacy(world: world, device: device, client: client, access: access, browser: browser)
    }

    /// The app's client in its next run.
    private func nextRun(of app: Legacy, group: AccessGroup = .standard) throws -> ADALClient {
        var environment = ClientEnvironment(
            transport: VouchingDirectory(base: app.world.world.wire), clock: app.world.world.clock,
            store: app.world.world.store, refreshLock: app.world.world.lock, pause: ImmediatePause())
        environment.broker = app.device.access(
            keychain: app.world.keychain.app(AppEntitlements(keychainAccessGroups: ["TEAM1.test.contoso.a"])))
        environment.keychainGroup = group.name
        return ADALClient(environment: environment)
    }

    private func request(_ use: BrokerUse = .automatic, user: String? = nil) throws -> ADALInteractiveRequest {
        var request = ADALRequest(
            authority: Contoso.authority(), clientID: Contoso.suite, appIdentifier: "test.contoso.a",
            resource: "api://files")
        request.user = user.flatMap { ADALCacheUserIdentifier($0) }
        request.validatesAuthority = true
        var interactive = ADALInteractiveRequest(
            request, redirectURI: try RedirectURI("x-msauth-contoso://test.contoso.a"))
        interactive.brokerUse = use
        return interactive
    }

    @Test func `R58-part, R62-part: no broker is used or queried unless the call requests it`() async throws {
        let app = try await legacy()
        var plain = try request()
        plain = ADALInteractiveRequest(plain.request, redirectURI: plain.redirectURI)
        #expect(plain.brokerUse == .never)
        let result = try await app.client.acquireToken(plain)
        #expect(result.source == .interactive)
        #expect(app.device.asked.isEmpty && app.world.broker.messageCount == 0)
    }

    @Test func `no broker is used for an unverified authority`() async throws {
        let app = try await legacy()
        var asked = try request()
        asked.request.validatesAuthority = false
        #expect(try await app.client.acquireToken(asked).source == .interactive)
        #expect(app.device.asked.isEmpty && app.world.broker.messageCount == 0)
    }

    @Test func `a switch for the whole process disables brokers for calls that request one`() async throws {
        let switched = Switch()
        let app = try await legacy(adjust: { $0.isWanted = { switched.isOn } })
        #expect(try await app.client.acquireToken(try request()).source == .interactive)
        #expect(app.device.asked.isEmpty && app.world.broker.messageCount == 0)
        switched.isOn = true
        #expect(try await app.client.acquireToken(try request()).source == .broker)
    }

    @Test func `R61-part: a broker signs the user in, and where there is none the app does`() async throws {
        let app = try await legacy()
        let result = try await app.client.acquireToken(try request())
        #expect(result.source == .broker && app.browser.visits.isEmpty)
        #expect(app.device.asked == ["msauthv3://broker", "msauth://broker"])
        let asked = try #require(app.world.broker.requests.first)
        #expect(asked.dialect == .adal && asked.target == .resource("api://files"))
        // The token is in ADAL's cache, and is returned silently from there.
        let silent = try await app.client.acquireTokenSilent(try request().request)
        #expect(silent.source == .cache)
        app.world.broker.isInstalled = false
        #expect(try await app.client.acquireToken(try request()).source == .interactive)
    }

    @Test func `R60-part: one client serves calls with and without a broker`() async throws {
        let app = try await legacy()
        #expect(try await app.client.acquireToken(try request(.never)).source == .interactive)
        #expect(try await app.client.acquireToken(try request()).source == .broker)
        #expect(try await app.client.acquireToken(try request(.never)).source == .interactive)
        #expect(app.world.broker.messageCount == 1)
    }

    @Test func `a token that the broker has not checked for the tenant is not stored, and another is requested`()
        async throws
    {
        let app = try await legacy()
        let brokered = Results()
        app.world.broker.behavior.edit = { reply in
            guard var tokens = reply.tokens else { return }
            brokered.add(tokens.isTenantVerified)
            tokens.isTenantVerified = false
            tokens.accessToken = Secret("of another tenant")
            reply.outcome = .success(tokens)
        }
        let result = try await app.client.acquireToken(try request())
        #expect(brokered.values == [true])
        #expect(result.source == .refresh && result.item.accessToken?.reveal() != "of another tenant")
        let cached = try await app.client.acquireTokenSilent(try request().request)
        #expect(cached.item.accessToken == result.item.accessToken)
    }

    @Test(arguments: [true, false])
    func `an unsigned id token is refused over a URL, whichever user it names`(hasRefreshToken: Bool)
        async throws
    {
        let asked = try request(user: Contoso.ada)
        let app = try await legacy()
        app.world.broker.behavior.edit = { reply in
            guard var tokens = reply.tokens, let genuine = tokens.idToken?.reveal() else { return }
            let payload = genuine.split(separator: ".").dropFirst().first ?? ""
            tokens.idToken = Secret("eyJ0eXAiOiJKV1QiLCJhbGciOiJub25lIn0.\(payload).")
            tokens.accessToken = Secret("the attacker's")
            if !hasRefreshToken { tokens.refreshToken = nil }
            reply.outcome = .success(tokens)
        }
        guard hasRefreshToken else {
            let error = await failure { () async throws(AuthError) in try await app.client.acquireToken(asked) }
            #expect(error?.code == .brokerFailed)
            #expect(try app.client.cache.items(ADALCacheQuery(clientIDs: [Contoso.suite])).isEmpty)
            return
        }
        let result = try await app.client.acquireToken(asked)
        #expect(result.source == .refresh && result.item.accessToken?.reveal() != "the attacker's")
    }

    @Test func `a failure in clear text ends the request with its error, and stores nothing`() async throws {
        let asked = try request()
        let app = try await legacy()
        app.world.broker.behavior.failure = BrokerResponseError(
            domain: BrokerResponseError.adalDomain, code: 213, oauthError: "unauthorized_client",
            suberror: "protection_policy_required")
        let error = await failure { () async throws(AuthError) in try await app.client.acquireToken(asked) }
        #expect(error?.code == .protectionPoliciesRequired)
        #expect(app.device.received.first?.contains("response=") == false)
        #expect(try app.client.cache.items(ADALCacheQuery(clientIDs: [Contoso.suite])).isEmpty)
    }

    @Test func `a failure in clear text from another app ends the request without being trusted`() async throws {
        let asked = try request()
        let app = try await legacy()
        app.world.broker.behavior.tamper = { _ in
            "x-msauth-contoso://test.contoso.a/broker?msg_protocol_ver=2&error_code=213&broker_nonce=guessed"
        }
        let error = await failure { () async throws(AuthError) in try await app.client.acquireToken(asked) }
        #expect(error?.cause as? BrokerExchangeError == .mismatchedResumeState)
    }

    @Test func `another user than the requested one is refused`() async throws {
        let asked = try request(user: Contoso.ada)
        let world = try await BrokerWorld(user: Contoso.grace)
        let app = try await legacy(world: world)
        let error = await failure { () async throws(AuthError) in
            try await app.client.acquireToken(asked)
        }
        #expect(error?.code == .accountMismatch)
        #expect(try app.client.cache.items(ADALCacheQuery(clientIDs: [Contoso.suite])).isEmpty)
    }

    @Test func `gaps in the app's setup are reported before any other app is opened`() async throws {
        let asked = try request()
        let undeclared = try await legacy(BrokerWorld.facts(schemes: ["x-msauth-contoso"], queries: ["msauthv3"]))
        let error = await failure { () async throws(AuthError) in
            try await undeclared.client.acquireToken(asked)
        }
        #expect((error?.cause as? SetupFinding)?.code == .queriedSchemeMissing)
        let unnamed = try await legacy(BrokerWorld.facts(schemes: ["x-other"], queries: ["msauth", "msauthv3"]))
        let other = await failure { () async throws(AuthError) in try await unnamed.client.acquireToken(asked) }
        #expect((other?.cause as? SetupFinding)?.code == .schemeNotDeclared)
        #expect(undeclared.device.opened.isEmpty && unnamed.device.opened.isEmpty)
    }

    @Test func `an app that was ended while the broker was in front gets the reply when it runs again`() async throws {
        let app = try await legacy()
        app.device.isKilledInBackground = true
        let asked = try request(user: Contoso.ada)
        let lost = Task { await failure { () async throws(AuthError) in try await app.client.acquireToken(asked) } }
        await app.device.pause.isWaiting()
        await app.device.settle()
        let second = try nextRun(of: app)
        let reply = try #require(app.device.received.last)
        #expect(second.handleResponse(reply, sourceApplication: nil))
        guard case .adal(let result)? = await second.resumedResponse() else {
            Issue.record("There is no token.")
            return
        }
        #expect(result.item.userInformation?.userID == Contoso.ada)
        #expect(try await second.acquireTokenSilent(asked.request).source == .cache)
        lost.cancel()
        _ = await lost.value
    }

    @Test func `a reply to an earlier run goes to the group's client whose request it was`() async throws {
        let group = try AccessGroup("test.contoso.own")
        let app = try await legacy(group: group)
        app.device.isKilledInBackground = true
        let asked = try request()
        let lost = Task { await failure { () async throws(AuthError) in try await app.client.acquireToken(asked) } }
        await app.device.pause.isWaiting()
        await app.device.settle()
        let reply = try #require(app.device.received.last)
        let other = try nextRun(of: app)
        #expect(!other.handleResponse(reply, sourceApplication: nil))
        let second = try nextRun(of: app, group: group)
        #expect(second.handleResponse(reply, sourceApplication: nil))
        guard case .adal? = await second.resumedResponse() else {
            Issue.record("There is no token.")
            return
        }
        #expect(try other.cache.items(ADALCacheQuery(clientIDs: [Contoso.suite])).isEmpty)
        #expect(try await second.acquireTokenSilent(asked.request).source == .cache)
        lost.cancel()
        _ = await lost.value
    }
}

/// A switch for the whole process, such as MSAL's.
private final class Switch: Sendable {
    private let state = Mutex(false)

    var isOn: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// The public cloud's instance discovery in front of a provider, which confirms every host.
private struct VouchingDirectory: HTTPTransport {
    let base: any HTTPTransport

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.host == "login.microsoftonline.com" else { return try await base.send(request) }
        let endpoint = "https://localhost:8443/common/.well-known/openid-configuration"
        return .json(
            ["tenant_discovery_endpoint": .string(endpoint), "api-version": "1.1", "metadata": []], status: 200)
    }
}
