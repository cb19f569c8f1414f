import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite struct SingleSignOnExtensionTests {
    private func device() async throws -> BrokerWorld {
        let device = try await BrokerWorld()
        device.broker.hasExtension = true
        return device
    }

    @Test func `the extension is asked before the broker's URL, and the app stays in front`() async throws {
        let device = try await device()
        let app = try device.app()
        let result = try await app.signIn()
        #expect(result.source == .broker)
        #expect(device.broker.extensionRequests.map(\.operation) == [.login])
        #expect(app.device.opened.isEmpty && app.browser.visits.isEmpty)
        #expect(try await device.world.validatedScopes(result.accessToken) == ["Files.Read"])
    }

    @Test func `an extension that does not take the request leaves it to the broker's URL`() async throws {
        let device = try await device()
        device.broker.behavior.extensionFailure = .notHandled
        let app = try device.app()
        #expect(try await app.signIn().source == .broker)
        #expect(app.device.opened.count == 1)
    }

    @Test(arguments: [
        (SingleSignOnFailure.canceled, AuthError.Code.userCanceled), (.needsPerson, .interactionRequired),
        (.failed, .brokerFailed), (.timedOut, .brokerFailed),
    ])
    func `an extension that fails is an error, and nobody else is asked`(
        failing: SingleSignOnFailure, code: AuthError.Code
    ) async throws {
        let device = try await device()
        device.broker.behavior.extensionFailure = failing
        let app = try device.app()
        let error = await failure { () async throws(AuthError) in try await app.signIn() }
        #expect(error?.code == code && error?.origin == .broker)
        #expect(app.device.opened.isEmpty && app.browser.visits.isEmpty)
    }

    @Test func `a silent call asks the store, then the extension, and never opens a URL`() async throws {
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

    @Test(arguments: SingleSignOnFailure.allCases)
    func `where the extension fails, the refresh token in the store serves, if the app allows that`(
        failing: SingleSignOnFailure
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

    @Test func `an extension that hangs ends at its limit, and the store serves`() async throws {
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

    @Test func `an account that was removed in this app is in no list, whatever the broker knows`() async throws {
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

    @Test func `signing out reaches the broker, which signs out of the browser too if it is asked`() async throws {
        let device = try await device()
        let app = try device.app()
        let account = try await app.signIn().account
        try await app.client.signOut(account, SignOutParameters(fromBrowser: true))
        guard case .signOut(let removal)? = device.broker.extensionRequests.last?.content else {
            Issue.record("The broker has not heard of it.")
            return
        }
        #expect(removal.homeAccountID == account.identifier && removal.signsOutOfBrowser)
        #expect(try await app.client.accountsFromDevice().isEmpty)
        // The app's own browser is not started for it.
        #expect(app.browser.visits.isEmpty)
    }

    @Test func `the device says whose it is`() async throws {
        let device = try await device()
        device.broker.behavior.device.mode = .shared
        device.broker.behavior.device.isRegistered = true
        let app = try device.app()
        let info = try await app.client.deviceInformation()
        #expect(info.isShared && info.isRegistered == true)
        let without = try device.app(adjust: { $0.singleSignOn = nil })
        #expect(try await without.client.deviceInformation() == BrokerDeviceInfo())
    }

    @Test func `another person than the account is refused to a silent call`() async throws {
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
        // Nothing of hers is kept, and the true reply is taken.
        #expect(try app.client.accounts().map(\.username) == [Contoso.ada])
        device.broker.behavior.edit = nil
        let own = try await app.client.acquireTokenSilent(parameters)
        #expect(own.account.isSameAccount(as: result.account))
    }
}

/// An extension that never answers.
private struct HangingExtension: SingleSignOnExtension {
    func isAvailable(for url: String) async -> Bool { true }

    func perform(
        _ operation: String, options: [String: String], at url: String, mayAskPerson: Bool
    ) async throws(SingleSignOnFailure) -> [String: String] {
        let pause = EndlessPause()
        try? await pause.wait(seconds: 0)
        throw .canceled
    }
}
