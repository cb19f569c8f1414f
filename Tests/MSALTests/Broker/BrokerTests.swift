import Foundation
import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import KeyfobSetup
import KeyfobTesting
import MSAL
import Testing

@Suite("MSAL and the broker", .ownProcess)
struct BrokerTests {
    @Test func `R120-part: a new app uses the installed broker, and no page is shown in the app`() async throws {
        let device = try await BrokerDevice()
        let app = try device.msal()
        let result = try await app.acquireToken(with: Contoso.interactive())
        #expect(result.scopes.contains { $0.hasSuffix("Files.Read") })
        #expect(result.account.username == Contoso.ada)
        #expect(device.broker.requests.count == 1)
        #expect(device.browser.visits.isEmpty)
        #expect(try await device.world.count("password_prompt") == 1)
        #expect(try app.allAccounts().map(\.username) == [Contoso.ada])
        let silent = try await app.acquireTokenSilent(
            with: MSALSilentTokenParameters(scopes: Contoso.read, account: result.account))
        #expect(silent.accessToken == result.accessToken)
        #expect(device.broker.messageCount == 1, "a cached token needs no broker")
    }

    @Test func `a broker gets no request if the process disables brokers, or the redirect URI is not for one`()
        async throws
    {
        let device = try await BrokerDevice()
        MSALGlobalConfig.brokerAvailability = .none
        _ = try await device.msal().acquireToken(with: Contoso.interactive())
        MSALGlobalConfig.brokerAvailability = .auto
        _ = try await device.msal("http://localhost/contoso-a").acquireToken(with: Contoso.interactive())
        let bypassing = try device.msal { $0.bypassRedirectURIValidation = true }
        _ = try await bypassing.acquireToken(with: Contoso.interactive())
        #expect(device.broker.messageCount == 0)
        #expect(device.app.asked.isEmpty)
        #expect(device.browser.visits.count == 3)
        let vouching = try device.msal { $0.knownAuthorities = [try Contoso.authority()] }
        _ = try await vouching.acquireToken(with: Contoso.interactive())
        #expect(device.broker.messageCount == 1, "knownAuthorities disables no broker")
    }

    @Test
    func `disabling and enabling brokers takes effect for existing applications`()
        async throws
    {
        let device = try await BrokerDevice()
        device.broker.hasExtension = true
        let app = try device.msal()
        MSALGlobalConfig.brokerAvailability = .none
        let account = try await app.acquireToken(with: Contoso.interactive()).account
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: account)
        silent.forceRefresh = true
        _ = try await app.acquireTokenSilent(with: silent)
        _ = try await app.accountsFromDevice(for: MSALAccountEnumerationParameters())
        _ = try await app.currentAccount(with: nil)
        _ = try await app.signout(
            with: account, signoutParameters: MSALSignoutParameters(webviewParameters: MSALWebviewParameters()))
        #expect(device.broker.messageCount == 0 && device.browser.visits.count == 1)
        MSALGlobalConfig.brokerAvailability = .auto
        _ = try await app.acquireToken(with: Contoso.interactive())
        #expect(device.broker.messageCount == 1 && device.browser.visits.count == 1)
    }

    @Test func `R146: one callback takes the broker's response and the browser's`() async throws {
        let device = try await BrokerDevice()
        let handled = Mutex<[Bool]>([])
        device.app.onURL { url, source in
            guard let url = URL(string: url) else { return false }
            let isOurs = MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: source)
            handled.withLock { $0.append(isOurs) }
            return isOurs
        }
        #expect(try await device.msal().acquireToken(with: Contoso.interactive()).account.username == Contoso.ada)
        #expect(handled.withLock { $0 } == [true])
        device.broker.isInstalled = false
        let outside = AppDelegateBrowser(device.world.browser(Contoso.grace))
        let app = try MSALPublicClientApplication(
            configuration: MSALPublicClientApplicationConfig(
                clientId: Contoso.suite, redirectUri: "msauth.test.contoso.a://auth",
                authority: try Contoso.authority()),
            environment: device.world.environment(browser: outside))
        let call = Task { try await app.acquireToken(with: Contoso.interactive()) }
        let url = try #require(URL(string: await outside.url()))
        #expect(MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: nil))
        #expect(try await call.value.account.username == Contoso.grace)
    }

    @Test func `a response from another app than the broker is not taken, and neither is a foreign URL`() async throws {
        let device = try await BrokerDevice()
        device.broker.behavior.sourceApplication = "com.attacker.app"
        let app = try device.msal()
        let error = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(error?.internalCode == .internalErrorBrokerResponseNotReceived)
        let foreign = try #require(URL(string: "contoso-help://page"))
        #expect(!MSALPublicClientApplication.handleMSALResponse(foreign, sourceApplication: nil))
        device.broker.behavior.sourceApplication = device.broker.identity.bundleIDs.first
        #expect(try await app.acquireToken(with: Contoso.interactive()).account.username == Contoso.ada)
    }

    @Test func `the sign-in at the broker is cancelled like any other`() async throws {
        let device = try await BrokerDevice()
        device.broker.behavior.reply = .stays
        let app = try device.msal()
        let call = Task { await failure { try await app.acquireToken(with: Contoso.interactive()) } }
        await device.app.pause.isWaiting()
        let second = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(second?.internalCode == .internalErrorInteractiveSessionAlreadyRunning)
        #expect(MSALPublicClientApplication.cancelCurrentWebAuthSession())
        #expect(await call.value?.msal == .userCanceled)
    }

    @Test func `the response to a request of an earlier run is taken, and its tokens are stored`()
        async throws
    {
        let device = try await BrokerDevice()
        device.app.isKilledInBackground = true
        let first = try device.msal()
        let lost = Task { await failure { try await first.acquireToken(with: Contoso.interactive()) } }
        await device.app.pause.isWaiting()
        await device.app.settle()
        let url = try #require(device.app.received.first.flatMap { URL(string: $0) })
        try await ProcessState.$current.withValue(ProcessState()) {
            let next = try device.msal(isNextRun: true)
            #expect(MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: nil))
            #expect(
                MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: nil), "by the other delegate")
            _ = await next.core.resumedResponse()
            let account = try #require(try next.allAccounts().first)
            let silent = try await next.acquireTokenSilent(
                with: MSALSilentTokenParameters(scopes: Contoso.read, account: account))
            #expect(!silent.accessToken.isEmpty)
        }
        lost.cancel()
        _ = await lost.value
    }

    @Test(arguments: [(BundleFacts.Platform.iOS, "MSAL.iOS"), (.macOS, "MSAL.OSX")])
    func `the request to the broker contains the app and the library`(platform: BundleFacts.Platform, sku: String)
        async throws
    {
        let device = try await BrokerDevice(platform: platform)
        device.broker.hasExtension = true
        _ = try await device.msal().acquireToken(with: Contoso.interactive())
        let asked = try #require(device.broker.extensionRequests.first?.dictionary)
        #expect(asked["client_app_name"] == "Contoso Notes")
        #expect(asked["client_app_version"] == "3.1")
        #expect(asked["client_sku"] == sku)
        #expect(asked["client_version"] == MSALPublicClientApplication.sdkVersion)
    }

    @Test(arguments: [
        (-50001, MSALError.workplaceJoinRequired), (-50002, .interactionRequired),
        (-50004, .serverProtectionPoliciesRequired), (-50005, .userCanceled),
        (-50142, .serverInvalidRequestResetPasswordRequired),
    ])
    func `a broker's error codes with a name are passed on`(number: Int, code: MSALError) async throws {
        let device = try await BrokerDevice()
        var said = BrokerResponseError(domain: BrokerResponseError.msalDomain, code: number, text: "said")
        said.homeAccountID = "uid.utid"
        said.username = Contoso.ada
        device.broker.behavior.failure = said
        let app = try device.msal()
        let error = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(error?.msal == code)
        #expect(error?.userInfo[MSALHomeAccountIdKey] as? String == "uid.utid")
        #expect(error?.userInfo[MSALDisplayableUserIdKey] as? String == Contoso.ada)
        #expect(error?.userInfo[MSALBrokerVersionKey] as? String == "1.0")
        device.broker.hasExtension = true
        let answered = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(device.broker.extensionRequests.count == 1 && answered?.msal == code)
        #expect(answered?.userInfo[MSALBrokerVersionKey] as? String == "1.0")
    }

    @Test func `declined scopes come with the granted ones, and with the broker's details of the sign-in`() async throws
    {
        let device = try await BrokerDevice()
        device.broker.behavior.edit = { reply in
            guard let tokens = reply.tokens else { return }
            reply.additionalTokens = tokens
            var failure = BrokerResponseError(
                domain: BrokerResponseError.msalDomain, code: -50003, oauthError: "invalid_grant",
                suberror: "consent_required")
            failure.declinedScopes = ["api://files/Files.Other"]
            failure.status = 400
            failure.username = Contoso.ada
            failure.homeAccountID = "uid.utid"
            failure.headerFields = ["x-ms-request-id": "request-1", "Set-Cookie": "a=b"]
            reply.outcome = .failure(failure)
        }
        let app = try device.msal()
        let error = try #require(await failure { try await app.acquireToken(with: Contoso.interactive()) })
        #expect(error.msal == .serverDeclinedScopes)
        let partial = try #require(error.userInfo[MSALInvalidResultKey] as? MSALResult)
        #expect(!partial.accessToken.isEmpty)
        #expect(error.userInfo[MSALDisplayableUserIdKey] as? String == Contoso.ada)
        #expect(error.userInfo[MSALHomeAccountIdKey] as? String == "uid.utid")
        #expect(error.userInfo[MSALBrokerVersionKey] as? String == "1.0")
        let fields = try #require(error.userInfo[MSALHTTPHeadersKey] as? [String: String])
        #expect(fields["x-ms-request-id"] == "request-1")
        let whole = try #require(error.userInfo[MSALAuthErrorKey] as? AuthError)
        #expect(whole.server?.headerFields == ["x-ms-request-id": "request-1"])
    }

    @Test(arguments: [("30", "30"), ("nan", "nan"), ("inf", "inf"), ("-1", "-1")])
    func `a broker's header fields are passed on unchanged, and an invalid Retry-After is ignored`(
        said: String, passed: String
    ) async throws {
        let device = try await BrokerDevice()
        var failed = BrokerResponseError(domain: BrokerResponseError.msalDomain, code: -50002, text: "said")
        failed.headerFields = ["Retry-After": said]
        device.broker.behavior.failure = failed
        let app = try device.msal()
        let error = try #require(await failure { try await app.acquireToken(with: Contoso.interactive()) })
        #expect((error.userInfo[MSALHTTPHeadersKey] as? [String: String])?["Retry-After"] == passed)
        let whole = try #require(error.userInfo[MSALAuthErrorKey] as? AuthError)
        #expect(whole.retryAfter == (said == "30" ? 30 : nil))
    }

    @Test func `a broker's other codes become internal, with the code underneath, and other domains are unchanged`()
        async throws
    {
        let device = try await BrokerDevice()
        let app = try device.msal()
        func error(_ domain: String, _ code: Int) async -> NSError? {
            device.broker.behavior.failure = BrokerResponseError(domain: domain, code: code, text: "said")
            return await failure { try await app.acquireToken(with: Contoso.interactive()) }
        }
        let unnamed = await error(BrokerResponseError.msalDomain, -50099)
        #expect(unnamed?.domain == MSALErrorDomain && unnamed?.code == -50000)
        #expect(unnamed?.userInfo[MSALInternalErrorCodeKey] as? Int == -50099)
        let offline = await error(BrokerResponseError.networkDomain, -1009)
        #expect(offline?.domain == NSURLErrorDomain && offline?.code == -1009)
        #expect(await error(BrokerResponseError.msalDomain, 0)?.internalCode == .internalErrorBrokerUnknown)
        #expect(await error("", -50005)?.msal == .userCanceled)
        #expect(await error("", -50099)?.internalCode == .internalErrorBrokerUnknown)
    }

    @Test(arguments: [
        (0, MSALInternalError.internalErrorBrokerResponseNotReceived), (1, .internalErrorBrokerCorruptedResponse),
    ])
    func `errors between the app and the broker have MSAL's codes`(
        kind: Int, code: MSALInternalError
    ) async throws {
        let device = try await BrokerDevice()
        if kind == 0 {
            device.broker.behavior.reply = .isLeft
        } else {
            device.broker.behavior.tamper = { $0.replacing("response=", with: "response=!") }
        }
        let app = try device.msal()
        let error = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(error?.internalCode == code)
        #expect(try app.allAccounts().isEmpty)
    }
}
