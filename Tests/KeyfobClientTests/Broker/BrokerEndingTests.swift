import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

/// How a request over a URL ends without a token.
@Suite struct BrokerEndingTests {
    @Test func `an app that returns to the front without a reply has left the broker, and nothing is stored`()
        async throws
    {
        let device = try await BrokerWorld()
        device.broker.behavior.reply = .isLeft
        let app = try device.app()
        #expect(await app.fault() == .noReply)
        #expect(try app.device.dictionary(BrokerResumeState.defaultsKey) == nil)
        device.broker.behavior.reply = .answers
        #expect(try await app.signIn().source == .broker)
    }

    @Test func `R147-part: an app that passes no URL on gets an error when the limit is reached`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app(adjust: { $0.lifeCycle = nil })
        app.device.onURL { _, _ in false }
        async let fault = app.fault()
        await app.device.pause.isWaiting()
        #expect(app.client.handleResponse("other://x", sourceApplication: nil) == false)
        app.device.pause.elapse()
        #expect(await fault == .noReply)
        #expect(app.device.pause.asked == [600])
        #expect(try app.device.dictionary(BrokerResumeState.defaultsKey) == nil)
    }

    @Test func `R147-part: an app that passes no URL on gets an error when it is in front again`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        app.device.onURL { _, _ in false }
        #expect(await app.fault() == .noReply)
        #expect(app.device.received.count == 1)
    }

    @Test func `a second concurrent request fails, and the first continues`() async throws {
        let device = try await BrokerWorld()
        device.broker.behavior.reply = .stays
        let app = try device.app()
        async let first = app.fault()
        await app.device.pause.isWaiting()
        await app.device.settle()
        #expect(await app.fault() == .requestUnderWay)
        let other = PublicClientApplication(
            configuration: app.client.configuration,
            environment: {
                var environment = ClientEnvironment(
                    transport: device.world.wire, store: device.world.store, refreshLock: device.world.lock,
                    pause: ImmediatePause())
                environment.broker = app.access
                return environment
            }())
        let error = await failure { () async throws(AuthError) in
            try await other.acquireToken(BrokerWorld.parameters)
        }
        #expect(error?.cause as? BrokerExchangeError == .requestUnderWay)
        #expect(device.broker.requests.count == 1)
        app.access.exchange.cancel()
        #expect(await first == nil)
        #expect(!app.access.exchange.isUnderWay)
    }

    @Test(arguments: [true, false])
    func `R55-part: a call that is cancelled ends at once, and the next one works`(byTask: Bool) async throws {
        let device = try await BrokerWorld()
        device.broker.behavior.reply = .stays
        let app = try device.app()
        let call = Task { await failure { () async throws(AuthError) in try await app.signIn() } }
        await app.device.pause.isWaiting()
        await app.device.settle()
        if byTask { call.cancel() } else { #expect(app.access.exchange.cancel()) }
        #expect(await call.value?.code == .canceled)
        #expect(try app.device.dictionary(BrokerResumeState.defaultsKey) == nil)
        device.broker.behavior.reply = .answers
        #expect(try await app.signIn().source == .broker)
    }

    /// A system that is slow to report whether there is a broker.
    private struct SlowOpener: URLOpener {
        let app: ScriptedApp
        let pause = EndlessPause()

        func canOpen(_ url: String) async -> Bool {
            do throws(AuthError) { try await pause.wait(seconds: 1) } catch {}
            return await app.canOpen(url)
        }

        func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
            await app.open(url, universalLinksOnly: universalLinksOnly)
        }
    }

    /// User defaults whose write cancels the calling task.
    private struct CancelingMemory: BrokerMemory {
        let app: ScriptedApp

        func dictionary(_ key: String) throws(AuthError) -> [String: String]? { try app.dictionary(key) }
        func text(_ key: String) throws(AuthError) -> String? { try app.text(key) }

        func keep(_ dictionary: [String: String]?, as key: String) throws(AuthError) {
            try app.keep(dictionary, as: key)
            if dictionary != nil { withUnsafeCurrentTask { $0?.cancel() } }
        }
    }

    @Test(arguments: [true, false])
    func `R55-part: a call that is cancelled before the broker opens opens none`(whileAsking: Bool) async throws {
        let device = try await BrokerWorld()
        let installed = ScriptedApp(facts: BrokerWorld.facts(), broker: device.broker)
        let opener = SlowOpener(app: installed)
        let app = try device.app(
            device: installed,
            adjust: { access in
                if whileAsking {
                    access.opener = opener
                } else {
                    access.memory = CancelingMemory(app: installed)
                }
            })
        let call = Task { await failure { () async throws(AuthError) in try await app.signIn() } }
        if whileAsking {
            await opener.pause.isWaiting()
            call.cancel()
        }
        #expect(await call.value?.code == .canceled)
        #expect(installed.opened.isEmpty && app.browser.visits.isEmpty)
        #expect(!app.access.exchange.isUnderWay)
        #expect(try installed.dictionary(BrokerResumeState.defaultsKey) == nil)
    }

    @Test func `R55-part: a cancellation at the broker is a cancellation of the call`() async throws {
        let device = try await BrokerWorld()
        device.broker.behavior.failure = BrokerResponseError(domain: BrokerResponseError.msalDomain, code: -50005)
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in try await app.signIn() }
        #expect(error?.code == .userCanceled && error?.origin == .broker)
    }

    @Test func `an app that was ended while the broker was in front gets the reply when it runs again`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        app.device.isKilledInBackground = true
        let lost = Task { await failure { () async throws(AuthError) in try await app.signIn() } }
        await app.device.pause.isWaiting()
        await app.device.settle()
        let kept = try #require(try app.device.dictionary(BrokerResumeState.defaultsKey))
        // The process has ended; the system starts the app again and passes it the URL.
        app.device.isKilledInBackground = false
        let second = try device.app(device: app.device)
        let reply = try #require(app.device.received.last)
        #expect(!second.client.handleResponse(reply, sourceApplication: "test.evil"))
        #expect(second.client.handleResponse(reply, sourceApplication: nil))
        #expect(second.client.handleResponse(reply, sourceApplication: nil))
        guard case .token(let result)? = await second.client.resumedResponse() else {
            Issue.record("No token was returned.")
            return
        }
        #expect(result.account.username == Contoso.ada)
        #expect(try second.client.accounts().map(\.username) == [Contoso.ada])
        #expect(await second.client.resumedResponse() == nil)
        #expect(kept["broker_nonce"]?.isEmpty == false)
        #expect(try app.device.dictionary(BrokerResumeState.defaultsKey) == nil)
        lost.cancel()
        _ = await lost.value
    }

    @Test func `a reply to an earlier run goes to the group's application whose request it was`() async throws {
        let device = try await BrokerWorld()
        let own = InMemoryCredentialStore()
        let group = try AccessGroup("test.contoso.own")
        let app = try device.app(group: group, store: own)
        app.device.isKilledInBackground = true
        let lost = Task { await failure { () async throws(AuthError) in try await app.signIn() } }
        await app.device.pause.isWaiting()
        await app.device.settle()
        // The same client and redirect URI, tried first because it is registered first.
        let other = try device.app(device: app.device)
        let second = try device.app(group: group, device: app.device, store: own)
        let reply = try #require(app.device.received.last)
        #expect(!other.client.handleResponse(reply, sourceApplication: nil))
        #expect(await other.client.resumedResponse() == nil)
        #expect(second.client.handleResponse(reply, sourceApplication: nil))
        guard case .token? = await second.client.resumedResponse() else {
            Issue.record("No token was returned.")
            return
        }
        #expect(try second.client.accounts().count == 1 && other.client.accounts().isEmpty)
        lost.cancel()
        _ = await lost.value
    }

    /// What identifies Ada before she has signed in at this app: a name, and after ADAL perhaps her object in a tenant.
    enum KnownBy: CaseIterable {
        case name
        case object
    }

    @Test(arguments: KnownBy.allCases, [Contoso.ada, Contoso.grace])
    func `an app that was ended accepts a reply for the requested account, and for no other`(
        known: KnownBy, user: String
    ) async throws {
        let device = try await BrokerWorld(user: user)
        let ada = try await device.world.signedIn("b").result.account
        let store = InMemoryCredentialStore()
        let app = try device.app(store: store)
        app.device.isKilledInBackground = true
        let asked = Account(
            identifier: "", username: known == .name ? Contoso.ada : "formerly@contoso.test",
            environment: Contoso.host, tenantProfiles: known == .name ? [] : ada.tenantProfiles)
        let lost = Task {
            await failure { () async throws(AuthError) in
                try await app.signIn(InteractiveParameters(scopes: Contoso.read, account: asked))
            }
        }
        await app.device.pause.isWaiting()
        await app.device.settle()
        let second = try device.app(device: app.device, store: store)
        let reply = try #require(app.device.received.last)
        #expect(second.client.handleResponse(reply, sourceApplication: nil))
        switch await second.client.resumedResponse() {
        case .token(let result)?:
            #expect(user == Contoso.ada && result.account.identifier == ada.identifier)
        case .failure(let error)?:
            #expect(user == Contoso.grace && error.code == .accountMismatch)
            #expect(try second.client.accounts(AccountQuery(onlySignedIn: false)).isEmpty)
        case .adal?, nil: Issue.record("No reply was resumed.")
        }
        lost.cancel()
        _ = await lost.value
    }

    @Test func `a reply long after its request is ignored`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        app.device.isKilledInBackground = true
        let lost = Task { await failure { () async throws(AuthError) in try await app.signIn() } }
        await app.device.pause.isWaiting()
        await app.device.settle()
        let reply = try #require(app.device.received.last)
        let second = try device.app(device: app.device)
        device.world.clock.advance(seconds: 601)
        #expect(!second.client.handleResponse(reply, sourceApplication: nil))
        #expect(try second.client.accounts().isEmpty)
        lost.cancel()
        _ = await lost.value
    }

    @Test func `a reply to an earlier run that was altered in transit stores nothing`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        app.device.isKilledInBackground = true
        let lost = Task { await failure { () async throws(AuthError) in try await app.signIn() } }
        await app.device.pause.isWaiting()
        await app.device.settle()
        let second = try device.app(device: app.device)
        let reply = try #require(app.device.received.last)
        let forged = reply.replacing("response=", with: "response=A")
        #expect(second.client.handleResponse(forged, sourceApplication: nil))
        guard case .failure(let error)? = await second.client.resumedResponse() else {
            Issue.record("The call did not fail.")
            return
        }
        #expect(error.code == .brokerFailed)
        #expect(try second.client.accounts().isEmpty)
        lost.cancel()
        _ = await lost.value
    }
}
