import ADAL
import Foundation
import KeyfobBackport
import KeyfobClient
import KeyfobTesting
import Testing

@Suite("Subclasses of ADAL's classes, as apps have them in their tests")
struct SubclassTests {
    private final class FakeResult: ADAuthenticationResult, @unchecked Sendable {
        override var accessToken: String? { "fake" }
        override var authority: String? { "https://login.contoso.test/fake" }
    }

    private final class FakeContext: ADAuthenticationContext, @unchecked Sendable {
        let calls = Mutex<[String]>([])

        init?(authority: String) {
            let environment = ClientEnvironment(
                transport: Internet(sites: [:]), store: ReadyStore.empty, refreshLock: ReadyStore.lock,
                pause: ImmediatePause())
            super.init(authority: authority, validateAuthority: false, environment: environment)
        }

        override var credentialsType: ADCredentialsType {
            get { AD_CREDENTIALS_AUTO }
            set {}
        }

        override func acquireToken(
            withResource resource: String, clientId: String, redirectUri: URL,
            completionBlock: @escaping @Sendable (ADAuthenticationResult) -> Void
        ) {
            calls.withLock { $0.append(resource) }
            completionBlock(FakeResult())
            completionBlock(ADAuthenticationResult(error: ADAuthenticationError(code: .ERROR_UNEXPECTED)))
        }
    }

    private final class FakeCache: ADTokenCache, @unchecked Sendable {
        override func allItems(_ error: ADErrorPointer) -> [ADTokenCacheItem]? {
            let item = ADTokenCacheItem()
            item.accessToken = "fake"
            return [item]
        }
    }

    @Test("An override of the form with a block is what the async form and the form with optional arguments call")
    func overriding() async throws {
        let context = try #require(FakeContext(authority: "https://login.contoso.test/fake"))
        let result = await context.acquireToken(
            withResource: "one", clientId: "client", redirectUri: Contoso.redirect())
        #expect(result.accessToken == "fake")
        #expect(result.status == AD_SUCCEEDED)
        let optional: String? = "two"
        let token = Mutex<[String?]>([])
        context.acquireToken(
            withResource: optional, clientId: "client", redirectUri: Contoso.redirect()
        ) { result in token.withLock { $0.append(result.accessToken) } }
        #expect(context.calls.withLock { $0 } == ["one", "two"])
        #expect(token.withLock { $0 } == ["fake", nil])
        #expect((context as ADAuthenticationContext).credentialsType == AD_CREDENTIALS_AUTO)
    }

    @Test("A cache and a result may be replaced, too")
    func values() {
        let cache: ADTokenCache = FakeCache()
        #expect(cache.allItems(nil)?.map(\.accessToken) == ["fake"])
        let result: ADAuthenticationResult = FakeResult()
        #expect(result.authority == "https://login.contoso.test/fake")
        #expect(result.tokenCacheItem == nil && result.error == nil)
    }

    @Test("An error may be made as an NSError is, with any number")
    func errors() {
        let error = ADAuthenticationError(
            domain: ADHTTPErrorCodeDomain, code: 503, userInfo: [NSLocalizedDescriptionKey: "busy"])
        #expect(error.domain == ADHTTPErrorCodeDomain && error.code == 503)
        #expect(error.localizedDescription == "busy")
        #expect(error.protocolCode == nil && error.errorDetails == nil)
    }
}
