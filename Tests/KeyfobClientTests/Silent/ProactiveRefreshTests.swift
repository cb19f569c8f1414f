import Foundation
import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Tokens to renew before they expire")
struct ProactiveRefreshTests {
    private let world: World
    private let app: PublicClientApplication
    private let first: TokenResult
    private let parameters: SilentParameters

    init() async throws {
        world = try await World()
        app = try world.app(browser: world.browser(), transport: advising(world.wire)) {
            $0.extendedLifetimeEnabled = true
        }
        first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        parameters = SilentParameters(scopes: Contoso.read, account: first.account)
    }

    @Test("is returned at once and renewed in the background")
    func background() async throws {
        world.clock.advance(seconds: 1801)
        #expect(try await app.acquireTokenSilent(parameters).accessToken == first.accessToken)
        await app.finishRefreshes()
        let renewed = try await app.acquireTokenSilent(parameters)
        #expect(renewed.accessToken != first.accessToken)
        #expect(renewed.source == .cache)
        #expect(try await world.count("tokens_refreshed") == 1)
    }

    @Test("is returned while the server is down, and a request is sent once a minute")
    func down() async throws {
        world.clock.advance(seconds: 1801)
        world.faults.fail(.unreachable)
        world.wire.clear()
        for _ in 0..<20 {
            #expect(try await app.acquireTokenSilent(parameters).accessToken == first.accessToken)
            await app.finishRefreshes()
        }
        #expect(world.wire.exchanges.count == 1)
        world.clock.advance(seconds: 60)
        _ = try await app.acquireTokenSilent(parameters)
        await app.finishRefreshes()
        #expect(world.wire.exchanges.count == 2)
    }

    @Test(
        "within the buffer is returned while the connection breaks, whatever the underlying library calls that",
        arguments: [TransportError.Code.invalidResponse, .connectionLost])
    func brokenConnection(_ code: TransportError.Code) async throws {
        let lost = NSError(domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost)
        let broken = FaultyTransport.Fault.error(TransportError(code, message: "It broke.", underlying: lost))
        world.clock.advance(seconds: first.expiresOn.timeIntervalSince(world.clock.now) - 100)
        world.faults.fail(broken, to: "/token")
        world.wire.clear()
        let served = try await app.acquireTokenSilent(parameters)
        #expect(served.accessToken == first.accessToken && !served.isExtendedLifetime)
        #expect(world.wire.requests(to: "/token").count == 1)
        world.clock.advance(seconds: 200)
        #expect(try await app.acquireTokenSilent(parameters).isExtendedLifetime)
        // A forced refresh does not return the stored token.
        var forced = parameters
        forced.forceRefresh = true
        let wanted = forced
        let error = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(wanted) }
        #expect(((error?.cause as? TransportError)?.underlying as? NSError)?.code == NSURLErrorNetworkConnectionLost)
    }

    @Test("past its expiry is returned in an outage if the app allows that, and the result says so")
    func extended() async throws {
        world.expireAccessTokens()
        world.faults.fail(.answer(HTTPResponse(status: 503)))
        let served = try await app.acquireTokenSilent(parameters)
        #expect(served.accessToken == first.accessToken)
        #expect(served.isExtendedLifetime)
        let strict = try world.app("b")
        let error = await failure { () async throws(AuthError) in try await strict.acquireTokenSilent(parameters) }
        #expect(error?.code == .throttled || error?.code == .server)
        world.clock.advance(seconds: 86400)
        let later = await failure { () async throws(AuthError) in try await app.acquireTokenSilent(parameters) }
        #expect(later != nil)
    }
}
