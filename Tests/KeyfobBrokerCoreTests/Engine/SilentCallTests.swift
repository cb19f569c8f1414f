import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// The broker's silent calls follow the steps of an app's: the engine is the same (decision 0018).
@Suite struct SilentCallTests {
    /// A network without a server.
    private struct Unreachable: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            throw TransportError(.cannotConnect, message: "The network is gone.")
        }
    }

    /// A lock that records its keys.
    private final class RecordingLock: RefreshLock {
        private let base = InProcessRefreshLock()
        private let taken = Mutex<[RefreshLockKey]>([])

        var keys: [RefreshLockKey] { taken.withLock { $0 } }

        func withLock<R: Sendable>(
            _ key: RefreshLockKey, timeoutSeconds: Double, _ body: @escaping @Sendable () async throws(AuthError) -> R
        ) async throws(AuthError) -> R {
            taken.withLock { $0.append(key) }
            return try await base.withLock(key, timeoutSeconds: timeoutSeconds, body)
        }
    }

    private func refresh(
        _ broker: BrokerEngine, _ account: String?, isForced: Bool = false, app: BrokeredApp = .a
    ) async throws -> BrokerResponse {
        try await app.ask(broker, .refresh) {
            $0.user.homeAccountID = account
            $0.forcesRefresh = isForced
        }
    }

    private func refreshTokens(_ fixture: BrokerFixture, _ account: String) throws -> Set<Secret<String>> {
        let partition = try #require(try fixture.store.partition(homeAccountID: account))
        return Set(try partition.refreshTokens.map { token throws(AuthError) in try token.secret })
    }

    @Test(arguments: [RegistrationMoment.atSignIn, .whenRequired])
    func `in an outage an app gets the stored token until it expires, unless it wants a fresh one`(
        _ moment: RegistrationMoment
    ) async throws {
        let fixture = try await BrokerFixture { $0.registration = moment }
        let first = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let account = try #require(first.tokens?.homeAccountID)
        let expiry = try #require(first.tokens?.expiresOn)
        fixture.clock.advance(seconds: Double(expiry - fixture.clock.unixSeconds - 100))
        let cutOff = try fixture.broker(transport: Unreachable())
        #expect(try await refresh(cutOff, account).tokens?.accessToken == first.tokens?.accessToken)
        #expect(try await refresh(cutOff, account, isForced: true).failure?.domain == BrokerResponseError.networkDomain)
        fixture.clock.advance(seconds: 101)
        #expect(try await refresh(cutOff, account).failure?.domain == BrokerResponseError.networkDomain)
        let fresh = try await refresh(fixture.broker(), account)
        #expect(try await fixture.apiAccepts(fresh.tokens?.accessToken))
    }

    @Test func `a token that is due to be renewed is renewed first, and returned only in an outage`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let early = EditedTokens(base: fixture.wire) { $0["refresh_in"] = 600 }
        let first = try await BrokeredApp.a.ask(fixture.broker(transport: early), .login)
        let account = try #require(first.tokens?.homeAccountID)
        fixture.clock.advance(seconds: 601)
        let spare = try await refresh(fixture.broker(transport: Unreachable()), account)
        #expect(spare.tokens?.accessToken == first.tokens?.accessToken)
        let renewed = try await refresh(fixture.broker(), account)
        #expect(renewed.tokens != nil && renewed.tokens?.accessToken != first.tokens?.accessToken)
    }

    @Test func `tokens that cannot be stored are returned`() async throws {
        let fixture = try await BrokerFixture()
        let store = FailingStore(fixture.store)
        let broker = try fixture.broker(store: store)
        let account = try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID
        fixture.clock.advance(seconds: 7200)
        store.failOnce()
        let reply = try await refresh(broker, account)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken), "\(String(describing: reply.failure))")
        let next = try await refresh(broker, account)
        #expect(next.tokens != nil && next.tokens?.accessToken != reply.tokens?.accessToken)
    }

    @Test func `a refresh token of a sign-in during the exchange is not overwritten`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let wire = Interrupted(fixture.wire, before: "/token")
        let broker = try fixture.broker(transport: wire)
        let account = try #require(try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID)
        fixture.clock.advance(seconds: 7200)
        let ofSignIn = Mutex<Set<Secret<String>>>([])
        wire.interrupt {
            _ = try? await BrokeredApp.a.ask(broker, .login) { $0.asking.prompt = "login" }
            ofSignIn.withLock { $0 = (try? refreshTokens(fixture, account)) ?? [] }
        }
        let reply = try await refresh(broker, account)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken), "\(String(describing: reply.failure))")
        #expect(ofSignIn.withLock { !$0.isEmpty })
        #expect(try refreshTokens(fixture, account) == ofSignIn.withLock { $0 })
    }

    @Test func `an account that the app removed during the exchange stays removed`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let wire = Interrupted(fixture.wire, before: "/token")
        let broker = try fixture.broker(transport: wire)
        let account = try #require(try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID)
        fixture.clock.advance(seconds: 7200)
        let removal = SingleSignOnRemoval(clientID: Contoso.suite, homeAccountID: account, username: nil)
        wire.interrupt { _ = try? await BrokeredApp.a.ask(broker, .removeAccount(removal)) }
        #expect(try await refresh(broker, account).failure?.code == -50002)
        #expect(try fixture.store.partition(homeAccountID: account)?.accessTokens.isEmpty ?? true)
        #expect(try await refresh(broker, account).failure?.code == -50002)
    }

    @Test func `clients of a family, and sign-ins that need no page, take the lock of the refresh token`()
        async throws
    {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let family = EditedTokens(base: fixture.wire) { $0["foci"] = "1" }
        let lock = RecordingLock()
        let broker = try fixture.broker(transport: family, lock: lock)
        let account = try #require(try await BrokeredApp.a.ask(broker, .login).tokens?.homeAccountID)
        #expect(lock.keys.isEmpty)
        let key = RefreshLockKey(environment: Contoso.host, homeAccountID: account, clientOrFamily: "1")
        fixture.clock.advance(seconds: 7200)
        _ = try await refresh(broker, account)
        #expect(lock.keys == [key])
        let again = try await BrokeredApp.a.ask(broker, .login) { $0.user.homeAccountID = account }
        #expect(again.tokens != nil && lock.keys == [key, key])
    }

    @Test func `a call that waited takes the token that another one got meanwhile, even if it wants a fresh one`()
        async throws
    {
        let fixture = try await BrokerFixture()
        let broker = try fixture.broker()
        let first = try await BrokeredApp.a.ask(broker, .login)
        let account = try #require(broker.accounts.first)
        let stored = try #require(first.tokens?.accessToken)
        var wanted = SingleSignOnTokenRequest(
            authority: try Authority("https://\(Contoso.host)/common"), clientID: Contoso.suite,
            redirectURI: BrokeredApp.a.redirectURI, scopes: Contoso.read)
        wanted.forcesRefresh = true
        let caller = BrokeredApp.a.caller()
        let order = try BrokerTokenRequest(
            wanted, in: SingleSignOnRequest(.refresh(wanted), correlationID: "C"),
            app: RequestingApp(name: "A", caller: caller), caller: caller)
        func port(_ previous: Secret<String>?) -> BrokerSilentPort {
            BrokerSilentPort(core: broker.core, order: order, account: account, previous: previous)
        }
        let late = port(Secret("older"))
        #expect(try late.refreshedMeanwhile(late.read())?.accessToken == stored)
        let only = port(stored)
        #expect(try only.refreshedMeanwhile(only.read()) == nil)
    }

    /// A transport whose requests end with the task that sends them, after the server has done its part.
    private struct EndingTransport: HTTPTransport {
        let base: any HTTPTransport

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let response = try await base.send(request)
            guard !Task.isCancelled else { throw TransportError(.cancelled, message: "No caller is waiting any more.") }
            return response
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `an app that cancels does not end the use of a primary refresh token`() async throws {
        let fixture = try await BrokerFixture()
        let account = try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID
        fixture.clock.advance(seconds: 7200)
        let (reached, reach) = AsyncStream.makeStream(of: Void.self)
        let (opened, open) = AsyncStream.makeStream(of: Void.self)
        let transport = Interrupted(EndingTransport(base: fixture.wire), before: "/token")
        transport.interrupt {
            reach.finish()
            for await _ in opened {}
        }
        let broker = try fixture.broker(transport: transport)
        let call = Task { try await refresh(broker, account) }
        for await _ in reached {}
        call.cancel()
        open.finish()
        _ = await call.result
        fixture.wire.clear()
        let reply = try await refresh(broker, account)
        #expect(try await fixture.apiAccepts(reply.tokens?.accessToken))
        #expect(fixture.wire.requests(to: "/token").isEmpty)
    }
}
