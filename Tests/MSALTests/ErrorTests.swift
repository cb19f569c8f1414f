import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import MSAL
import Testing

@Suite("Errors as MSAL delivers them", .ownProcess)
struct ErrorTests {
    @Test("R161: the SDK's errors have MSALErrorDomain; with the provider down the system's NSURLErrorDomain passes")
    func domains() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        silent.forceRefresh = true
        world.faults.fail(.unreachable)
        let down = await failure { try await app.acquireTokenSilent(with: silent) }
        #expect(down?.domain == NSURLErrorDomain)
        #expect(down?.code == NSURLErrorCannotConnectToHost)
        world.faults.heal()
        world.faults.fail(.timeout)
        let late = await failure { try await app.acquireTokenSilent(with: silent) }
        #expect(late?.domain == NSURLErrorDomain)
        #expect(late?.code == NSURLErrorTimedOut)
        let page = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(page?.domain == NSURLErrorDomain)
        world.faults.heal()
        let reserved = await failure { try await app.acquireToken(with: Contoso.interactive(["openid"])) }
        #expect(reserved?.domain == MSALErrorDomain)
        #expect(reserved?.internalCode == .internalErrorInvalidParameter)
    }

    @Test(
        "A connection that breaks is the system's error -1005 of URLSession, with any transport's code for it",
        arguments: [TransportError.Code.invalidResponse, .connectionLost], [true, false])
    func lostConnection(_ code: TransportError.Code, isOfSystem: Bool) async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        silent.forceRefresh = true
        let lost = NSError(domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost)
        world.faults.fail(
            .error(TransportError(code, message: "It broke.", underlying: isOfSystem ? lost : nil)), to: "/token")
        let error = await failure { try await app.acquireTokenSilent(with: silent) }
        #expect(error?.domain == NSURLErrorDomain)
        let own = code == .connectionLost ? NSURLErrorNetworkConnectionLost : NSURLErrorBadServerResponse
        #expect(error?.code == (isOfSystem ? NSURLErrorNetworkConnectionLost : own))
    }

    @Test("The system's error is passed on with its code, and the keychain's with its status")
    func passedOn() async throws {
        let world = try await World()
        let offline = NSError(domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet, userInfo: ["a": "b"])
        let app = try world.app(
            browser: world.browser(),
            transport: FailingTransport(
                error: TransportError(
                    .cannotConnect, message: "There is no network.", underlying: offline)))
        let error = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(error?.domain == NSURLErrorDomain)
        #expect(error?.code == NSURLErrorNotConnectedToInternet)
        #expect(error?.userInfo["a"] as? String == "b")
        let locked = try MSALPublicClientApplication(
            configuration: world.config(),
            environment: world.environment(
                store: FailingStore(
                    error: AuthError(
                        .storeLocked, origin: .store, message: "The keychain refused.",
                        cause: KeychainStatus.missingEntitlement))))
        let refused = refusal { try locked.allAccounts() }
        #expect(refused?.domain == "NSOSStatusErrorDomain")
        #expect(refused?.code == -34018)
    }

    @Test(
        "R118: one of two scopes declined on the consent page: -50003 with both lists and the result for the granted scope"
    )
    func declined() async throws {
        let world = try await World()
        let browser = world.browser()
        browser.person.declining = ["api://files/Files.ReadWrite"]
        let app = try world.app(browser: browser)
        let error = try #require(await failure { try await app.acquireToken(with: Contoso.interactive(Contoso.both)) })
        #expect(error.msal == .serverDeclinedScopes)
        #expect(error.userInfo[MSALDeclinedScopesKey] as? [String] == ["api://files/Files.ReadWrite"])
        #expect(error.userInfo[MSALGrantedScopesKey] as? [String] == ["api://files/Files.Read"])
        let partial = try #require(error.userInfo[MSALInvalidResultKey] as? MSALResult)
        #expect(partial.scopes == ["api://files/Files.Read"])
        #expect(!partial.accessToken.isEmpty)
        let account = try #require(try app.allAccounts().first)
        let kept = try await app.acquireTokenSilent(
            with: MSALSilentTokenParameters(scopes: Contoso.read, account: account))
        #expect(kept.accessToken == partial.accessToken)
    }

    @Test("Scopes declined of a token that is bound to a key: the result is a signed request that the API accepts")
    func declinedBound() async throws {
        let world = try await World()
        let browser = world.browser()
        browser.person.declining = ["api://files/Files.ReadWrite"]
        let files = world.provider.base.with(path: "/api/files")
        let parameters = Contoso.interactive(Contoso.both)
        parameters.authenticationScheme = MSALAuthenticationSchemePop(
            httpMethod: .GET, request: try #require(URL(string: files.description)), nonce: nil,
            additionalParameters: nil)
        let app = try world.app(browser: browser)
        let error = try #require(await failure { try await app.acquireToken(with: parameters) })
        #expect(error.msal == .serverDeclinedScopes)
        let partial = try #require(error.userInfo[MSALInvalidResultKey] as? MSALResult)
        #expect(partial.authenticationScheme == "Pop" && partial.scopes == Contoso.read)
        var request = HTTPRequest(method: .get, url: files)
        request.fields.set("Authorization", partial.authorizationHeader)
        #expect(try await world.provider.send(request).status == 200)
    }

    @Test("Useful header fields of the response are in userInfo, and never a cookie or a credential")
    func headerFields() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        silent.forceRefresh = true
        let secrets = ["Set-Cookie": "ESTSAUTH=s3cret", "Authorization": "Bearer s3cret", "X-Other": "s3cret"]
        for status in [400, 500] {
            var answer = HTTPResponse.json(["error": "invalid_client"], status: status)
            for (name, value) in secrets { answer.fields.set(name, value) }
            answer.fields.set("x-ms-request-id", "r-\(status)")
            answer.fields.set("DATE", "Sun, 22 Nov 2026 12:00:00 GMT")
            if status == 500 { answer = HTTPResponse(status: 500, fields: answer.fields, body: Array("<html>".utf8)) }
            world.faults.fail(.answer(answer), to: "/token", count: 2)
            let error = try #require(await failure { try await app.acquireTokenSilent(with: silent) })
            let fields = try #require(error.userInfo[MSALHTTPHeadersKey] as? [String: String])
            #expect(fields["x-ms-request-id"] == "r-\(status)")
            #expect(fields["Date"] == "Sun, 22 Nov 2026 12:00:00 GMT")
            #expect(!fields.values.contains { $0.contains("s3cret") })
            var whole = ""
            dump(error.userInfo, to: &whole)
            #expect(!whole.contains("s3cret"))
            world.faults.heal()
            world.clock.advance(seconds: 4000)
        }
    }

    @Test(
        "A status other than 400 and 401 is an unhandled response, from any server and in any form",
        arguments: [(403, true), (404, true), (302, false), (409, false), (503, false)])
    func statuses(_ status: Int, _ isUnexpected: Bool) async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        silent.forceRefresh = true
        let page = HTTPResponse(
            status: status, fields: ["Content-Type": "text/html"], body: Array("<html>The proxy says no</html>".utf8))
        let json = HTTPResponse.json(["error": "invalid_client"], status: status)
        for answer in [page, json] {
            world.faults.fail(.answer(answer), to: "/token", count: 2)
            let error = try #require(await failure { try await app.acquireTokenSilent(with: silent) })
            #expect(error.internalCode == .internalErrorUnhandledResponse)
            #expect(error.userInfo[MSALHTTPResponseCodeKey] as? String == String(status))
            let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect((underlying?.internalCode == .internalErrorUnexpectedHttpResponse) == isUnexpected)
            world.faults.heal()
            world.clock.advance(seconds: 4000)
        }
        world.faults.fail(.answer(HTTPResponse(status: 200, body: page.body)), to: "/token", count: 1)
        let unreadable = await failure { try await app.acquireTokenSilent(with: silent) }
        #expect(unreadable?.internalCode == .internalErrorInvalidResponse)
    }

    @Test("The server's error is in userInfo: its name, its numbers, the status, and the correlation id")
    func details() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        try await world.admin.revoke(user: Contoso.ada)
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        silent.forceRefresh = true
        silent.correlationId = UUID()
        let error = try #require(await failure { try await app.acquireTokenSilent(with: silent) })
        #expect(error.msal == .interactionRequired)
        #expect(error.userInfo[MSALOAuthErrorKey] as? String == "invalid_grant")
        #expect((error.userInfo[MSALSTSErrorCodesKey] as? [Int])?.isEmpty == false)
        #expect(error.userInfo[MSALHTTPResponseCodeKey] as? String == "400")
        #expect(
            (error.userInfo[MSALCorrelationIDKey] as? String)?.lowercased()
                == silent.correlationId?.uuidString.lowercased())
        #expect(error.userInfo[MSALHomeAccountIdKey] as? String == first.account.identifier)
        #expect(error.userInfo[MSALDisplayableUserIdKey] as? String == Contoso.ada)
        #expect((error.userInfo[MSALErrorDescriptionKey] as? String)?.isEmpty == false)
        #expect(!error.localizedDescription.contains("couldn"))
        let underlying = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(underlying.domain == MSALErrorDomain)
        #expect(underlying.internalCode == .internalErrorInvalidGrant)
        let whole = try #require(error.userInfo[MSALAuthErrorKey] as? AuthError)
        #expect(whole.code == .interactionRequired && whole.remedy != nil)
    }

    @Test("A user who declines, and an app that cancels, get -50005")
    func canceled() async throws {
        let world = try await World()
        let browser = world.browser()
        browser.person.consents = false
        let app = try world.app(browser: browser)
        let declined = await failure { try await app.acquireToken(with: Contoso.interactive()) }
        #expect(declined?.msal == .userCanceled)
    }

    @Test("R119: a handler of two codes survives every number of the catalogue, and every code of the SDK")
    func everyCode() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let silent = MSALSilentTokenParameters(scopes: Contoso.read, account: first.account)
        silent.forceRefresh = true
        for entry in ErrorCatalogue.all {
            let body = OAuthErrorBody(number: entry.number, error: entry.error)
            world.faults.fail(.answer(body.response(status: entry.status)), to: "/token", count: 1)
            let error = try #require(await failure { try await app.acquireTokenSilent(with: silent) })
            #expect([MSALErrorDomain, NSURLErrorDomain].contains(error.domain))
            // Only the codes that MSAL's converter passes on are delivered as such.
            if let code = error.msal {
                #expect(![.serverError, .insufficientDeviceStrength, .mdmEnrollmentCompletedNeedsRetry].contains(code))
                #expect((error.internalCode != nil) == (code == .internal))
            }
            #expect(!String(describing: error.userInfo).contains(first.accessToken))
            world.clock.advance(seconds: 4000)
            if try app.allAccounts().isEmpty || error.msal == .interactionRequired { _ = try await world.signedIn() }
        }
        for code in Self.codes {
            let failing = FailingStore(error: AuthError(code, origin: .store, message: "It failed."))
            let broken = try MSALPublicClientApplication(
                configuration: world.config(), environment: world.environment(store: failing))
            let error = try #require(await failure { try await broken.acquireTokenSilent(with: silent) })
            switch MSALError(error) {
            case .interactionRequired: #expect(code == .interactionRequired)
            case .serverDeclinedScopes: #expect(code == .serverDeclinedScopes)
            default: #expect((error.userInfo[MSALErrorDescriptionKey] as? String)?.hasPrefix("It failed.") == true)
            }
        }
    }

    /// All codes, and one that this version does not define.
    private static let codes = AuthError.Code.all + [AuthError.Code(rawValue: "ofALaterVersion")]
}

/// An error response of the token endpoint, by its number.
private struct OAuthErrorBody {
    let number: Int
    let error: String

    func response(status: Int) -> HTTPResponse {
        .json(
            [
                "error": .string(error), "error_description": .string("AADSTS\(number): It failed."),
                "error_codes": .array([.integer(number)]),
            ], status: status)
    }
}

/// A transport that always fails.
private struct FailingTransport: HTTPTransport {
    let error: TransportError
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { throw error }
}

/// A store that always fails.
private struct FailingStore: CredentialStore {
    let error: AuthError
    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? { throw error }
    func homeAccountIDs() throws(AuthError) -> [String] { throw error }
    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) { throw error }
    func write<R: Sendable>(
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) async throws(AuthError) -> R { throw error }
}
