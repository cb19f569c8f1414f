import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import MSAL
import Testing

/// An app like that of the migration guide: it stores an identifier between runs, makes a silent call first, and shows
/// a page only if the error requires one.
private final class GuideApp: Sendable {
    let savedIdentifier = Mutex<String?>(nil)
    let pages = Mutex(0)
    let application: MSALPublicClientApplication
    let scopes: [String]

    init(_ application: MSALPublicClientApplication, scopes: [String]) {
        self.application = application
        self.scopes = scopes
    }

    func account() throws -> MSALAccount? {
        if let identifier = savedIdentifier.withLock({ $0 }) {
            return try application.account(forIdentifier: identifier)
        }
        return try application.allAccounts().first
    }

    func getToken(completion: @escaping @Sendable (String?, NSError?) -> Void) {
        guard let account = try? account() else { return signIn(completion: completion) }
        let parameters = MSALSilentTokenParameters(scopes: scopes, account: account)
        application.acquireTokenSilent(with: parameters) { (result, error) in
            guard let result = result, error == nil else {
                let nsError = error! as NSError
                if nsError.domain == MSALErrorDomain && nsError.code == MSALError.interactionRequired.rawValue {
                    return self.signIn(completion: completion)
                }
                return completion(nil, nsError)
            }
            completion(result.accessToken, nil)
        }
    }

    private func signIn(completion: @escaping @Sendable (String?, NSError?) -> Void) {
        pages.withLock { $0 += 1 }
        let parameters = MSALInteractiveTokenParameters(scopes: scopes, webviewParameters: MSALWebviewParameters())
        application.acquireToken(with: parameters) { (result, error) in
            guard let result else { return completion(nil, error.map { $0 as NSError }) }
            self.savedIdentifier.withLock { $0 = result.account.identifier }
            completion(result.accessToken, nil)
        }
    }

    func token() async -> (token: String?, error: NSError?) {
        await withCheckedContinuation { waiter in
            getToken { waiter.resume(returning: ($0, $1)) }
        }
    }
}

@Suite("An app like the migration guide's", .ownProcess)
struct GuideTests {
    @Test("R151: a client id alone makes an application and signs in at the default redirect; a malformed one throws")
    func clientIDAlone() async throws {
        let world = try await World(base: "https://login.microsoftonline.com/")
        let config = MSALPublicClientApplicationConfig(clientId: Contoso.suite)
        #expect(config.redirectUri == nil)
        #expect(config.authority.url.absoluteString == "https://login.microsoftonline.com/common")
        let application = try MSALPublicClientApplication(
            configuration: config, environment: world.environment(browser: world.browser()))
        #expect(application.configuration.clientId == Contoso.suite)
        let result = try await application.acquireToken(with: Contoso.interactive())
        #expect(result.account.username == Contoso.ada)
        for bad in ["", "with space", "umlaut-ä"] {
            let byConfig = refusal {
                try MSALPublicClientApplication(configuration: MSALPublicClientApplicationConfig(clientId: bad))
            }
            let byID = refusal { try MSALPublicClientApplication(clientId: bad) }
            for error in [byConfig, byID] {
                #expect(error?.domain == MSALErrorDomain)
                #expect(error?.code == MSALError.internal.rawValue)
                #expect(error?.internalCode == .internalErrorInvalidParameter)
            }
        }
    }

    @Test("R152: a nil, unknown or stale identifier finds no account, and an empty cache has no accounts")
    func lookup() async throws {
        let world = try await World()
        let empty = try world.app()
        #expect(try empty.allAccounts().isEmpty)
        #expect(refusal { try empty.account(forIdentifier: nil) }?.internalCode == .internalErrorAccountRequired)
        let (app, result) = try await world.signedIn()
        let identifier = try #require(result.account.identifier)
        #expect(try app.account(forIdentifier: identifier) == result.account)
        #expect(try app.account(forIdentifier: identifier.uppercased()) == result.account)
        #expect(try app.allAccounts() == [result.account])
        #expect(refusal { try app.account(forIdentifier: "no.body") } != nil)
        #expect(refusal { try app.account(forIdentifier: "") } != nil)
        #expect((try? app.account(forIdentifier: nil)) == nil)
        try app.remove(result.account)
        let stale = refusal { try app.account(forIdentifier: identifier) }
        #expect(stale?.domain == MSALErrorDomain)
        #expect(try app.allAccounts().isEmpty)
    }

    @Test("R153: it compiles, signs in once, and is silent from then on, with RESOURCE/.default too")
    func silentEverAfter() async throws {
        let world = try await World()
        let browser = world.browser()
        let guide = GuideApp(try world.app(browser: browser), scopes: ["api://files/.default"])
        let first = await guide.token()
        #expect(first.error == nil)
        let second = await guide.token()
        #expect(second.token != nil && second.token == first.token)
        // The next run of the app: only the identifier was stored.
        let again = GuideApp(try world.app(), scopes: ["api://files/.default"])
        again.savedIdentifier.withLock { $0 = guide.savedIdentifier.withLock { $0 } }
        #expect(await again.token().token == first.token)
        world.expireAccessTokens()
        let renewed = await again.token()
        #expect(renewed.token != nil && renewed.token != first.token)
        #expect(browser.visits.count == 1)
        #expect(try await world.count("password_prompt") == 1)
        #expect(guide.pages.withLock { $0 } == 1 && again.pages.withLock { $0 } == 0)
    }

    @Test("R154: the callback has a result or an error; only interactionRequired leads to a page, all else is reported")
    func resultOrError() async throws {
        let world = try await World()
        let guide = GuideApp(try world.app(browser: world.browser()), scopes: Contoso.read)
        #expect(await guide.token().token != nil)
        world.expireAccessTokens()
        // Reported without a page: the network, a server that fails, one that requests a wait, a malformed response.
        let faults: [FaultyTransport.Fault] = [
            .unreachable, .timeout, .answer(.json([:], status: 500)), .answer(.json([:], status: 429)),
            .answer(.json(["surprise": true])),
        ]
        for fault in faults {
            world.faults.fail(fault, to: "/token")
            let answer = await guide.token()
            #expect(answer.token == nil)
            #expect(answer.error != nil && answer.error?.msal != .interactionRequired)
            world.faults.heal()
            world.clock.advance(seconds: 3601)
        }
        #expect(guide.pages.withLock { $0 } == 1)
        #expect(await guide.token().error == nil)
        // Leads to a page: the account's sessions and tokens were revoked.
        try await world.admin.revoke(user: Contoso.ada)
        world.expireAccessTokens()
        let answer = await guide.token()
        #expect(answer.token != nil && answer.error == nil)
        #expect(guide.pages.withLock { $0 } == 2)
        #expect(try await world.count("password_prompt") == 2)
    }
}
