import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The fallback where there is no broker, or none that is usable.
@Suite struct BrokerFallbackTests {
    @Test func `R49-part, R3-part: one setting selects the route of a sign-in`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        var parameters = BrokerWorld.parameters
        parameters.brokerUse = .never
        let local = try await app.signIn(parameters)
        #expect(local.source == .interactive && app.browser.visits.count == 1)
        // Without a broker the system is not asked about one either.
        #expect(app.device.asked.isEmpty && device.broker.messageCount == 0)
        parameters.brokerUse = .automatic
        #expect(try await app.signIn(parameters).source == .broker)
        let off = try device.app(configure: { $0.brokerUse = .never })
        #expect(try await off.signIn().source == .interactive)
        #expect(device.broker.messageCount == 1)
    }

    @Test func `R74-part: a broker that is removed or reinstalled is noticed at the next call`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        #expect(try await app.signIn().source == .broker)
        device.broker.isInstalled = false
        #expect(try await app.signIn().source == .interactive)
        #expect(app.device.opened.count == 1)
        device.broker.isInstalled = true
        #expect(try await app.signIn().source == .broker)
    }

    @Test func `R41-part: a broker that does not repeat nonces is too old, and is skipped`() async throws {
        let device = try await BrokerWorld()
        device.broker.answersNonceScheme = false
        let app = try device.app()
        #expect(try await app.signIn().source == .interactive)
        #expect(app.device.opened.isEmpty && device.broker.messageCount == 0)
    }

    @Test func `a broker that cannot be opened leaves the sign-in to the app`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        app.device.refusesToOpen = true
        #expect(try await app.signIn().source == .interactive)
        #expect(try app.device.dictionary(BrokerResumeState.defaultsKey) == nil)
    }

    @Test func `an app extension opens no other app`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app(BrokerWorld.facts(isAppExtension: true))
        #expect(try await app.signIn().source == .interactive)
        #expect(app.device.asked.isEmpty && app.device.opened.isEmpty)
    }

    @Test func `a redirect URI that no broker answers to leaves the sign-in to the app`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app(redirect: "http://localhost/contoso-a")
        #expect(try await app.signIn().source == .interactive)
        #expect(app.device.asked.isEmpty)
    }

    @Test func `R56-part: a user agent of the app is not used where a broker is`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        let own = device.world.browser(Contoso.grace)
        var parameters = BrokerWorld.parameters
        parameters.userAgent = own
        let result = try await app.signIn(parameters)
        #expect(result.account.username == Contoso.ada && own.visits.isEmpty)
    }

    @Test func `the app's hooks run before the broker is opened and after it has ended`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        let (steps, continuation) = AsyncStream<String>.makeStream()
        var parameters = BrokerWorld.parameters
        let opener = app.device
        parameters.hooks = PresentationHooks(
            willPresent: { continuation.yield("will \(opener.opened.count)") },
            didDismiss: { continuation.yield("did \(opener.received.count)") })
        _ = try await app.signIn(parameters)
        continuation.finish()
        var seen: [String] = []
        for await step in steps { seen.append(step) }
        #expect(seen == ["will 0", "did 1"])
    }

    @Test func `where the server redirects to a missing broker, the error names the app to install`() async throws {
        let device = try await BrokerWorld()
        device.broker.isInstalled = false
        let app = try device.app()
        var parameters = BrokerWorld.parameters
        parameters.userAgent = RedirectingUserAgent(
            "msauth://wpj?app_link=https%3A%2F%2Fstore.example%2Fbroker&username=ada%40contoso.test")
        let error = await failure { () async throws(AuthError) in try await app.signIn(parameters) }
        #expect(error?.code == .deviceRegistrationRequired)
        #expect(app.device.opened == ["https://store.example/broker"])
        // The broker finds the request when it is installed, and the app that left it.
        let left = try #require(app.device.pasteboards["WPJ"])
        #expect(left.hasSuffix("&sourceApplication=test.contoso.a"))
        let request = try BrokerRequest(url: left, to: device.broker.identity)
        #expect(request.clientID == Contoso.suite && request.additional["sourceApplication"] == "test.contoso.a")
    }
}
