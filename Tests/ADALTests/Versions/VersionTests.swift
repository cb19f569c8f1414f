import ADAL
import Foundation
import KeyfobCore
import Testing

@Suite("Apps of ADAL's versions")
struct VersionTests {
    /// The value that a call with a block returns.
    private func result<Value: Sendable>(
        _ call: (@escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        await withCheckedContinuation { continuation in call { continuation.resume(returning: $0) } }
    }

    @Test("An app of 2.7 signs in a user at the page, and gets the cached token afterwards")
    func version2() async throws {
        let world = try await World()
        let app = AppOf2(context: try world.context(browser: world.browser()))
        (app.resource, app.clientID) = (Contoso.files, Contoso.suite)
        app.redirect = Contoso.redirect().absoluteString
        let first = await result { (done: @escaping @Sendable (String?) -> Void) in
            app.token(nil) { token, _ in done(token) }
        }
        #expect(try await world.validatedClaims(first)["azp"]?.stringValue == Contoso.suite)
        #expect(await result { done in app.token(nil) { token, _ in done(token) } } == first)
        #expect(world.tokenRequests == 1)
    }

    @Test("A call with optional arguments, as apps made it before 2.7.13, is the same call; nil is error 100")
    func optionals() async throws {
        let world = try await World()
        let context = try world.context(browser: world.browser())
        let redirect: URL? = Contoso.redirect()
        let resource: String? = Contoso.files
        let asked = await result { (done: @escaping @Sendable (ADAuthenticationResult) -> Void) in
            context.acquireToken(
                withResource: resource, clientId: Contoso.suite, redirectUri: redirect, completionBlock: done)
        }
        #expect(asked.status == AD_SUCCEEDED)
        let silent = await result { (done: @escaping @Sendable (ADAuthenticationResult) -> Void) in
            context.acquireTokenSilent(
                withResource: resource, clientId: Contoso.suite, redirectUri: nil, userId: nil, completionBlock: done)
        }
        #expect(silent.accessToken == asked.accessToken)
        for (resource, redirect) in [(nil, redirect), (resource, nil)] {
            let refused = await result { (done: @escaping @Sendable (ADAuthenticationResult) -> Void) in
                context.acquireToken(
                    withResource: resource, clientId: Contoso.suite, redirectUri: redirect, completionBlock: done)
            }
            #expect(refused.code == .ERROR_DEVELOPER_INVALID_ARGUMENT)
        }
        var error: ADAuthenticationError?
        let none: String? = nil
        #expect(ADAuthenticationContext(authority: none, error: &error) == nil)
        #expect(error?.code == ADErrorCode.ERROR_DEVELOPER_INVALID_ARGUMENT.rawValue)
    }

    @Test("An app of 4.0 signs in with acquireTokenInteractive, and gets the token by the async forms")
    func version4() async throws {
        let world = try await World()
        let app = AppOf4(context: try world.context(browser: world.browser()), redirect: Contoso.redirect())
        let user = await result { app.signIn(Contoso.files, Contoso.suite, claims: nil, then: $0) }
        #expect(user == Contoso.ada)
        let token = await app.token(Contoso.files, Contoso.suite)
        #expect(try await world.validatedClaims(token)["azp"]?.stringValue == Contoso.suite)
        #expect(world.tokenRequests == 1)
    }

    @Test("An app of 6.0 gets a token by the later names, and the codes have the later prefix")
    func version6() async throws {
        let world = try await World()
        let context = try world.context(browser: world.browser())
        let app = AppOf6(context: context, redirect: Contoso.redirect())
        let hint = try #require(AppOf6.hint(Contoso.ada))
        let token = await result { app.token(Contoso.files, Contoso.suite, of: hint, then: $0) }
        #expect(token == (await context.silent().accessToken))
        #expect(await result { app.token(" ", Contoso.suite, of: hint, then: $0) } == "wrong argument")
    }

    @Test("The codes of the later names have the same numbers")
    func codes() {
        #expect(ADALErrorCode.AD_ERROR_UNEXPECTED.rawValue == -1)
        #expect(ADALErrorCode.AD_ERROR_SERVER_USER_INPUT_NEEDED.rawValue == 200)
        #expect(ADALErrorCode.AD_ERROR_TOKENBROKER_NOT_SUPPORTED_IN_EXTENSION.rawValue == 511)
    }

    @Test("A constant's number gives the constant; a number that ADAL does not have gives the default")
    func numbers() {
        #expect(ADPromptBehavior(3) == AD_FORCE_PROMPT)
        #expect(ADPromptBehavior(rawValue: 99) == AD_PROMPT_AUTO)
        #expect(ADCredentialsType(0) == AD_CREDENTIALS_AUTO)
        #expect(ADCredentialsType(rawValue: 99) == AD_CREDENTIALS_EMBEDDED)
        #expect(ADAssertionType(rawValue: 1) == AD_SAML2)
        #expect(ADAuthenticationResultStatus(rawValue: 0) == AD_SUCCEEDED)
        #expect(ADAuthenticationResultStatus(rawValue: 99) == AD_FAILED)
        #expect(ADUserIdentifierType(rawValue: 1) == OptionalDisplayableId)
        #expect(ADUserIdentifierType(rawValue: 99) == RequiredDisplayableId)
        #expect(ADAL_LOG_LEVEL(rawValue: 2) == ADAL_LOG_LEVEL_WARN)
        #expect(HTTPStatusCodes(rawValue: 401) == HTTP_UNAUTHORIZED)
    }
}
