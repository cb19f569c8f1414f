import ADAL
import Foundation
import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("ADAL and the broker", .ownBrokeredClients)
struct BrokerTests {
    @Test func `R58-part, R62-part: a new context, and an embedded one, send no message to an installed broker`()
        async throws
    {
        let scene = try await BrokerScene()
        for type in [nil, AD_CREDENTIALS_EMBEDDED] {
            let result = try await scene.context(type).asking(prompt: AD_PROMPT_ALWAYS, redirect: Device.redirect)
            #expect(result.status == AD_SUCCEEDED)
        }
        #expect(scene.broker.messageCount == 0)
        #expect(scene.app.asked.isEmpty && scene.app.opened.isEmpty)
        #expect(scene.browser.visits.count == 2)
    }

    @Test func `with AD_CREDENTIALS_AUTO the broker gets the token, over ADAL's scheme, and the caches store it`()
        async throws
    {
        let scene = try await BrokerScene()
        let context = try scene.context(AD_CREDENTIALS_AUTO)
        let result = await context.asking(redirect: Device.redirect)
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        #expect(scene.app.opened.first?.hasPrefix("msauth://broker?") == true)
        #expect(scene.broker.requests.map(\.dialect) == [.adal])
        let said = scene.broker.requests.first?.app
        #expect(said?.name == "Contoso Notes" && said?.version == "3.1")
        #expect(said?.sdkName == "iOS" && said?.sdkVersion == "2.7.15")
        #expect(scene.browser.visits.isEmpty)
        #expect(try await scene.world.validatedScopes(result.accessToken).contains("Files.Read"))
        #expect(await context.asking(redirect: Device.redirect).accessToken == result.accessToken)
        #expect(scene.broker.messageCount == 1)
    }

    @Test func `a broker with its own schemes is used only by an app that declares them`() async throws {
        let scene = try await BrokerScene(identity: .keyfob, queries: ["keyfobauth", "keyfobauthv3"])
        let result = try await scene.context(AD_CREDENTIALS_AUTO).asking(redirect: Device.redirect)
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        #expect(scene.app.opened.first?.hasPrefix("keyfobauth://broker?") == true)
        let other = try await BrokerScene(identity: .keyfob)
        let refused = try await other.context(AD_CREDENTIALS_AUTO).asking(redirect: Device.redirect)
        #expect(refused.code == .ERROR_TOKENBROKER_INVALID_REDIRECT_URI)
        #expect(refused.error?.errorDetails?.contains("keyfobauth is not declared") == true)
    }

    @Test func `without a broker, or with one that is too old, the page is shown in the app`() async throws {
        for isThere in [true, false] {
            let scene = try await BrokerScene()
            scene.broker.isInstalled = isThere
            scene.broker.answersNonceScheme = false
            let result = try await scene.context(AD_CREDENTIALS_AUTO).asking(redirect: Device.redirect)
            #expect(result.status == AD_SUCCEEDED)
            #expect(scene.broker.messageCount == 0 && scene.browser.visits.count == 1)
        }
    }

    @Test func `R147-part: an app that forwards no URL gets its token, since the context subscribes to its URLs`()
        async throws
    {
        let scene = try await BrokerScene()
        let handedOver = Mutex<[String]>([])
        scene.app.onURL { url, _ in
            handedOver.withLock { $0.append(url) }
            return false
        }
        // With several contexts one URL is still offered once.
        _ = try scene.context(AD_CREDENTIALS_AUTO)
        let result = try await scene.context(AD_CREDENTIALS_AUTO).asking(redirect: Device.redirect)
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        #expect(handedOver.withLock { $0 }.isEmpty)
        #expect(!scene.app.deliver("contoso-help://page", sourceApplication: nil))
        #expect(handedOver.withLock { $0 } == ["contoso-help://page"])
    }

    @Test
    func `R64: during a request foreign URLs reach the app, the handler returns false, and the response is taken`()
        async throws
    {
        let scene = try await BrokerScene()
        let foreign = [
            "contoso-help://page/3", "x-msauth-contoso://test.contoso.a", "https://contoso.test/?response=1",
            "x-msauth-contoso://test.contoso.b?response=AAAA&hash=BB&msg_protocol_ver=2",
        ]
        let handled = Mutex<[Bool]>([])
        let kept = Mutex<[String]>([])
        scene.app.onURL { url, source in
            let isTaken = ADAuthenticationContext.handleADALResponse(URL(string: url), sourceApplication: source)
            handled.withLock { $0.append(isTaken) }
            if !isTaken { kept.withLock { $0.append(url) } }
            return isTaken
        }
        scene.broker.behavior.tamper = { reply in
            // The app is in the background, and the broker is about to respond.
            for url in foreign { #expect(!scene.app.deliver(url, sourceApplication: nil)) }
            return reply
        }
        let result = try await scene.context(AD_CREDENTIALS_AUTO).asking(redirect: Device.redirect)
        #expect(result.status == AD_SUCCEEDED, "\(String(describing: result.error?.errorDetails))")
        #expect(handled.withLock { $0 } == foreign.map { _ in false })
        #expect(kept.withLock { $0 } == foreign)
    }

    @Test(arguments: [
        (ADAuthenticationErrorDomain, 403, ADAuthenticationErrorDomain, AD_USER_CANCELLED),
        (ADBrokerResponseErrorDomain, 403, ADAuthenticationErrorDomain, AD_USER_CANCELLED),
        ("", 403, ADAuthenticationErrorDomain, AD_USER_CANCELLED),
        (ADAuthenticationErrorDomain, 201, ADBrokerResponseErrorDomain, AD_FAILED),
        (ADAuthenticationErrorDomain, 213, ADBrokerResponseErrorDomain, AD_FAILED),
        (ADHTTPErrorCodeDomain, 403, ADHTTPErrorCodeDomain, AD_FAILED),
        (ADHTTPErrorCodeDomain, 503, ADHTTPErrorCodeDomain, AD_FAILED),
        (ADOAuthServerErrorDomain, 205, ADOAuthServerErrorDomain, AD_FAILED),
    ])
    func `a broker's errors have ADAL's codes, and the provider's errors their own`(
        place: String, said: Int, domain: String, status: ADAuthenticationResultStatus
    ) async throws {
        let scene = try await BrokerScene()
        scene.broker.behavior.failure = BrokerResponseError(domain: place, code: said, text: "said")
        let result = try await scene.context(AD_CREDENTIALS_AUTO).asking(redirect: Device.redirect)
        #expect(result.status == status)
        #expect(result.error?.code == said)
        #expect(result.error?.domain == domain)
        #expect(result.error?.userInfo[ADBrokerVersionKey] as? String == "1.0")
    }

    @Test
    func `if the page requires a missing broker, the error is 201 and the app opens the link to install it`()
        async throws
    {
        let scene = try await BrokerScene()
        scene.broker.isInstalled = false
        let context = try scene.context(AD_CREDENTIALS_AUTO)
        context.webUserAgent = RedirectingUserAgent(
            "msauth://wpj?app_link=https%3A%2F%2Fstore.example%2Fbroker&username=ada%40contoso.test")
        let result = await context.asking(redirect: Device.redirect)
        #expect(result.code == .ERROR_SERVER_WPJ_REQUIRED)
        #expect(result.error?.domain == ADAuthenticationErrorDomain)
        #expect(scene.app.opened == ["https://store.example/broker"])
        // A broker that is installed then finds the request, and its response reaches the app.
        let left = try #require(scene.app.pasteboards["WPJ"])
        #expect(left.hasPrefix("msauth://broker?") && left.hasSuffix("&sourceApplication=test.contoso.a"))
        let request = try BrokerRequest(url: left, to: scene.broker.identity)
        #expect(request.dialect == .adal && request.clientID == Contoso.suite)
        #expect(try scene.app.dictionary(BrokerResumeState.defaultsKey)?["broker_nonce"] == request.nonce)
        // A context that uses no broker does not send the user to one.
        let embedded = try scene.context(AD_CREDENTIALS_EMBEDDED)
        embedded.webUserAgent = context.webUserAgent
        #expect(await embedded.asking(redirect: Device.redirect).code != .ERROR_SERVER_WPJ_REQUIRED)
        #expect(scene.app.opened.count == 1)
    }

    @Test func `errors between the app and the broker have ADAL's codes, and nothing is stored`() async throws {
        let scene = try await BrokerScene()
        let context = try scene.context(AD_CREDENTIALS_AUTO)
        scene.broker.behavior.reply = .isLeft
        #expect(await context.asking(redirect: Device.redirect).code == .ERROR_TOKENBROKER_RESPONSE_NOT_RECEIVED)
        scene.broker.behavior.reply = .answers
        scene.broker.behavior.tamper = { $0.replacing("response=", with: "response=!") }
        #expect(await context.asking(redirect: Device.redirect).code == .ERROR_TOKENBROKER_NOT_A_BROKER_RESPONSE)
        scene.broker.behavior.tamper = nil
        scene.broker.behavior.sourceApplication = "com.attacker.app"
        #expect(await context.asking(redirect: Device.redirect).code == .ERROR_TOKENBROKER_RESPONSE_NOT_RECEIVED)
        #expect(await context.silent().status == AD_FAILED)
    }

    @Test func `a call that is cancelled while the broker is in front ends as cancelled`() async throws {
        let scene = try await BrokerScene()
        scene.broker.behavior.reply = .stays
        let context = try scene.context(AD_CREDENTIALS_AUTO)
        let call = Task { await context.asking(redirect: Device.redirect) }
        await scene.app.pause.isWaiting()
        #expect(await context.asking(redirect: Device.redirect).code == .ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS)
        scene.sessions.cancel()
        #expect(await call.value.status == AD_USER_CANCELLED)
    }

    @Test func `a URL that is not a broker's response is left to the app`() async throws {
        let scene = try await BrokerScene()
        let context = try scene.context(AD_CREDENTIALS_AUTO)
        for text in ["contoso-help://page", "x-msauth-contoso://test.contoso.a?response=a&hash=b&msg_protocol_ver=2"] {
            #expect(!ADAuthenticationContext.handleADALResponse(URL(string: text), sourceApplication: nil))
        }
        #expect(!ADAuthenticationContext.handleADALResponse(nil, sourceApplication: nil))
        #expect(ADWebAuthController.responseFromInterruptedBrokerSession() == nil)
        #expect(
            context.credentialsType == AD_CREDENTIALS_AUTO, "the context still exists, and has sent no request")
    }
}
