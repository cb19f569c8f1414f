import KeyfobBackport
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobClient

@Suite struct SingleSignOnExtensionTests {
    private func device() async throws -> BrokerWorld {
        let device = try await BrokerWorld()
        device.broker.hasExtension = true
        return device
    }

    @Test func `the extension is used before the broker's URL, and the app stays in front`() async throws {
        let device = try await device()
        let app = try device.app()
        let result = try await app.signIn()
        #expect(result.source == .broker)
        #expect(device.broker.extensionRequests.map(\.operation) == [.login])
        #expect(device.broker.extensionRequests.first?.app.sdkVersion == KeyfobRelease.version)
        #expect(app.device.opened.isEmpty && app.browser.visits.isEmpty)
        #expect(try await device.world.validatedScopes(result.accessToken) == ["Files.Read"])
    }

    @Test func `a request that the extension does not take goes to the broker's URL`() async throws {
        let device = try await device()
        device.broker.behavior.extensionFailure = .notHandled
        let app = try device.app()
        #expect(try await app.signIn().source == .broker)
        #expect(app.device.opened.count == 1)
    }

    @Test(arguments: [
        (SingleSignOnError.canceled, AuthError.Code.userCanceled), (.interactionRequired, .interactionRequired),
        (.failed, .brokerFailed), (.timedOut, .brokerFailed),
    ])
    func `an extension that fails is an error, and no other route is tried`(
        failing: SingleSignOnError, code: AuthError.Code
    ) async throws {
        let device = try await device()
        device.broker.behavior.extensionFailure = failing
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in try await app.signIn() }
        #expect(error?.code == code && error?.origin == .broker)
        #expect(app.device.opened.isEmpty && app.browser.visits.isEmpty)
    }

    @Test func `a silent call uses the store, then the extension, and never opens a URL`() async throws {
        let device = try await device()
        let app = try device.app()
        let result = try await app.signIn()
        let parameters = SilentParameters(scopes: Contoso.read, account: result.account)
        #expect(try await app.client.acquireTokenSilent(parameters).source == .cache)
        #expect(device.broker.extensionRequests.count == 1)
        device.world.expireAccessTokens()
        let renewed = try await app.client.acquireTokenSilent(parameters)
        #expect(renewed.source == .broker && renewed.accessToken != result.accessToken)
        #expect(device.broker.extensionRequests.map(\.operation) == [.login, .refresh])
        #expect(app.device.opened.isEmpty && app.device.asked.isEmpty == false)
        #expect(try await app.client.acquireTokenSilent(parameters).source == .cache)
    }

    @Test(arguments: SingleSignOnError.allCases)
    func `where the extension fails, the stored refresh token is used, if the app allows that`(
        failing: SingleSignOnError
    ) async throws {
        let device = try await device()
        let app = try device.app()
        let result = try await app.signIn()
        device.world.expireAccessTokens()
        device.broker.behavior.extensionFailure = failing
        var parameters = SilentParameters(scopes: Contoso.read, account: result.account)
        if failing != .notHandled {
            parameters.usesStoreAfterBroker = false
            let error = await failure { () async throws(AuthError) in
                try await app.client.acquireTokenSilent(parameters)
            }
            #expect(error?.origin == .broker)
            parameters.usesStoreAfterBroker = true
        }
        #expect(try await app.client.acquireTokenSilent(parameters).source == .refresh)
    }

    @Test func `an extension that hangs times out, and the store serves`() async throws {
        let device = try await device()
        let app = try device.app(adjust: { $0.singleSignOn = HangingExtension() })
        let result = try await app.signIn(localFirst)
        device.world.expireAccessTokens()
        let parameters = SilentParameters(scopes: Contoso.read, account: result.account)
        async let renewed = app.client.acquireTokenSilent(parameters)
        await app.device.pause.isWaiting()
        app.device.pause.elapse()
        #expect(try await renewed.source == .refresh)
        #expect(app.device.pause.asked == [60])
    }

    private var localFirst: InteractiveParameters {
        var parameters = BrokerWorld.parameters
        parameters.brokerUse = .never
        return parameters
    }

    @Test
    func `R133-part: an account that only the broker has signed in is listed, and is silent in another vendor's app`()
        async throws
    {
        let device = try await device()
        let first = try device.app()
        _ = try await first.signIn()
        let other = try device.app(
            BrokerWorld.facts("test.contoso.b"), store: InMemoryCredentialStore())
        #expect(try other.client.accounts().isEmpty)
        let account = try #require(try await other.client.accountsFromDevice().first)
        #expect(account.username == Contoso.ada)
        #expect(account.tenantProfiles.first?.isHomeTenant == true)
        let result = try await other.client.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: account))
        #expect(result.source == .broker && result.account.isSameAccount(as: account))
        #expect(try other.client.accounts().map(\.username) == [Contoso.ada])
        #expect(try await device.world.count("password_accepted") == 1)
    }

    @Test func `an account that was removed in this app is not listed, whatever the broker has`() async throws {
        let device = try await device()
        let app = try device.app()
        let account = try await app.signIn().account
        try await app.client.removeAccount(account)
        #expect(try await app.client.accountsFromDevice().isEmpty)
        let error = await failure { () async throws(AuthError) in
            try await app.client.acquireTokenSilent(SilentParameters(scopes: Contoso.read, account: account))
        }
        #expect(error?.code == .interactionRequired)
        #expect(device.broker.extensionRequests.filter { $0.operation == .refresh }.isEmpty)
    }

    @Test func `signing out reaches the broker, which signs out of the browser too on request`() async throws {
        let device = try await device()
        let app = try device.app()
        let account = try await app.signIn().account
        try await app.client.signOut(account, SignOutParameters(fromBrowser: true))
        guard case .signOut(let removal)? = device.broker.extensionRequests.last?.content else {
            Issue.record("The broker got no sign-out request.")
            return
        }
        #expect(removal.homeAccountID == account.identifier && removal.signsOutOfBrowser)
        #expect(try await app.client.accountsFromDevice().isEmpty)
        // The app does not start its own browser for it.
        #expect(app.browser.visits.isEmpty)
    }

    @Test func `the device's owner and mode are reported`() async throws {
        let device = try await device()
        device.broker.behavior.device.mode = .shared
        device.broker.behavior.device.isRegistered = true
        let app = try device.app()
        let info = try await app.client.deviceInformation()
        #expect(info.isShared && info.isRegistered == true)
        let without = try device.app(adjust: { $0.singleSignOn = nil })
        #expect(try await without.client.deviceInformation() == BrokerDeviceInfo())
    }

    @Test
    func `on a shared device the extension's own token is returned until it expires, however old its id token is`()
        async throws
    {
        let device = try await device()
        device.broker.behavior.device.mode = .shared
        device.broker.answersFromMemory()
        let app = try device.app()
        let result = try await app.signIn()
        // The store contains nothing that the next user could find, so each call asks the extension.
        let parameters = SilentParameters(scopes: Contoso.read, account: result.account)
        for seconds in [360.0, 1200, 1200] {
            device.world.clock.advance(seconds: seconds)
            let again = try await app.client.acquireTokenSilent(parameters)
            #expect(again.source == .broker && again.accessToken == result.accessToken)
            #expect(try await device.world.validatedScopes(again.accessToken) == ["Files.Read"])
        }
        #expect(device.broker.extensionRequests.map(\.operation) == [.login, .refresh, .refresh, .refresh])
    }

    @Test func `an access token that outlives its id token is returned, as with continuous access evaluation`()
        async throws
    {
        let device = try await device()
        device.broker.answersFromMemory(lifetime: 90_000)
        let app = try device.app()
        let result = try await app.signIn()
        device.world.clock.advance(seconds: 86_000)
        var parameters = SilentParameters(scopes: Contoso.read, account: result.account)
        parameters.forceRefresh = true
        let again = try await app.client.acquireTokenSilent(parameters)
        #expect(again.source == .broker && again.accessToken == result.accessToken)
    }

    @Test func `an id token from the future is refused, and the clock is named`() async throws {
        let device = try await device()
        device.broker.answersFromMemory()
        let app = try device.app()
        let result = try await app.signIn()
        device.world.clock.advance(seconds: -1200)
        var parameters = SilentParameters(scopes: Contoso.read, account: result.account)
        parameters.usesStoreAfterBroker = false
        let error = await failure { () async throws(AuthError) in try await app.client.acquireTokenSilent(parameters) }
        #expect(
            error?.code == .configuration && error?.message.contains("behind") == true, "\(String(describing: error))")
    }

    @Test(.timeLimit(.minutes(10)))
    func `calls that differ only in their steps after the broker share no response`() async throws {
        let device = try await device()
        let held = HeldExtension()
        let app = try device.app(adjust: { $0.singleSignOn = held })
        let result = try await app.signIn(localFirst)
        device.world.expireAccessTokens()
        var strict = SilentParameters(scopes: Contoso.read, account: result.account)
        strict.usesStoreAfterBroker = false
        let brokerOnly = strict
        let lenient = SilentParameters(scopes: Contoso.read, account: result.account)
        let first = Task { try await app.client.acquireTokenSilent(brokerOnly) }
        await held.asked(1)
        let second = Task { try await app.client.acquireTokenSilent(lenient) }
        // Each has to send its own request; two equal calls would share one.
        await held.asked(2)
        held.fail()
        let error = await #expect(throws: AuthError.self) { try await first.value }
        #expect(error?.origin == .broker)
        #expect(try await second.value.source == .refresh)
        var local = lenient
        local.brokerUse = .never
        #expect(RefreshKey(local, Contoso.authority()) != RefreshKey(lenient, Contoso.authority()))
    }

    @Test func `tokens that cannot be stored are returned, and the result says that they are not stored`()
        async throws
    {
        let device = try await device()
        let app = try device.app(store: FullStore(base: device.world.store))
        let result = try await app.signIn()
        #expect(result.source == .broker && result.storeFailure == .storeUnavailable)
        #expect(try await device.world.validatedScopes(result.accessToken) == ["Files.Read"])
        #expect(device.world.log.texts.contains { $0.contains("could not be stored") })
    }

    @Test func `a silent call refuses another user than its account`() async throws {
        let device = try await device()
        let app = try device.app(store: InMemoryCredentialStore())
        let result = try await app.signIn()
        device.world.expireAccessTokens()
        let grace = try await device.world.signedIn("b", user: Contoso.grace).result
        device.broker.behavior.edit = { reply in
            guard var tokens = reply.tokens else { return }
            tokens.idToken = grace.idToken
            tokens.accessToken = grace.accessToken
            tokens.clientInfo = nil
            reply.outcome = .success(tokens)
        }
        var parameters = SilentParameters(scopes: Contoso.read, account: result.account)
        parameters.usesStoreAfterBroker = false
        let error = await failure { () async throws(AuthError) in try await app.client.acquireTokenSilent(parameters) }
        #expect(error?.code == .accountMismatch, "\(String(describing: error))")
        // Nothing of hers is stored, and the genuine reply is accepted.
        #expect(try app.client.accounts().map(\.username) == [Contoso.ada])
        device.broker.behavior.edit = nil
        let own = try await app.client.acquireTokenSilent(parameters)
        #expect(own.account.isSameAccount(as: result.account))
    }
}

/// An extension that does not answer until the test lets it fail.
private final class HeldExtension: SingleSignOnExtension {
    private struct State {
        var held: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var isFailing = false
    }

    private let state = Mutex(State())

    func isAvailable(for url: String) async -> Bool { true }

    /// Waits until so many requests are held.
    func asked(_ count: Int) async {
        await withCheckedContinuation { watcher in
            let isReached = state.withLock { state in
                if state.held.count < count { state.watchers.append((count, watcher)) }
                return state.held.count >= count
            }
            if isReached { watcher.resume() }
        }
    }

    func fail() {
        let held = state.withLock { state in
            state.isFailing = true
            return state.held
        }
        for request in held { request.resume() }
    }

    func perform(
        _ operation: String, options: [String: String], at url: String, mayInteract: Bool
    ) async throws(SingleSignOnError) -> [String: String] {
        await withCheckedContinuation { continuation in
            let (isFailing, reached) = state.withLock { state in
                guard !state.isFailing else { return (true, [CheckedContinuation<Void, Never>]()) }
                state.held.append(continuation)
                let count = state.held.count
                let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
                state.watchers.removeAll { $0.count <= count }
                return (false, reached)
            }
            if isFailing { continuation.resume() }
            for watcher in reached { watcher.resume() }
        }
        throw .failed
    }
}

/// An extension that never answers.
private struct HangingExtension: SingleSignOnExtension {
    func isAvailable(for url: String) async -> Bool { true }

    func perform(
        _ operation: String, options: [String: String], at url: String, mayInteract: Bool
    ) async throws(SingleSignOnError) -> [String: String] {
        let pause = EndlessPause()
        try? await pause.wait(seconds: 0)
        throw .canceled
    }
}
