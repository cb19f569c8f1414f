import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite struct HandleResponseTests {
    @Test(arguments: [
        "msauth.test.contoso.a://auth?code=c&state=s", "x-app-own://open?document=1", "https://contoso.test/a", "",
        "msauth.test.contoso.a://auth",
    ])
    func `R64-part: a URL that is no broker's reply is left to the app`(url: String) async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        #expect(!app.client.handleResponse(url, sourceApplication: "test.keyfob.broker"))
        #expect(!app.client.handleResponse(url, sourceApplication: nil))
    }

    @Test func `R127-part: a reply from another app than the broker is ignored, and the broker's is accepted`()
        async throws
    {
        let device = try await BrokerWorld()
        let app = try device.app()
        let results = Results()
        app.device.onURL { url, _ in
            for source in ["test.evil", "com.microsoft.azureauthenticator", "test.keyfob.broker.evil"] {
                results.add(app.client.handleResponse(url, sourceApplication: source))
            }
            let isTaken = app.client.handleResponse(url, sourceApplication: "test.keyfob.broker")
            results.add(isTaken)
            return isTaken
        }
        #expect(try await app.signIn().source == .broker)
        #expect(results.values == [false, false, false, true])
    }

    @Test func `R145-part: a reply that arrives by both delegates completes the call once`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        let results = Results()
        app.device.onURL { url, source in
            for _ in 0..<2 { results.add(app.client.handleResponse(url, sourceApplication: source)) }
            return true
        }
        #expect(try await app.signIn().source == .broker)
        await app.device.settle()
        #expect(results.values == [true, true])
        #expect(await app.client.resumedResponse() == nil)
        // A replay afterwards has no effect either.
        let replayed = try #require(app.device.received.first)
        let second = try await app.signIn()
        #expect(second.source == .broker)
        #expect(!app.client.handleResponse(replayed, sourceApplication: nil))
    }

    @Test func `an old reply does not complete a new request`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        _ = try await app.signIn()
        _ = try await app.signIn()
        let replies = app.device.received
        #expect(replies.count == 2)
        // The older reply is refused by its nonce; the last one is recognized, so that it does not even end the
        // request.
        device.broker.behavior.tamper = { _ in replies[0] }
        #expect(await app.fault() == .mismatchedResumeState)
        _ = try await repeated(app, device)
        let last = try #require(app.device.received.last)
        device.broker.behavior.tamper = { _ in last }
        #expect(await app.fault() == .noReply)
    }

    private func repeated(_ app: BrokerWorld.App, _ device: BrokerWorld) async throws -> TokenResult {
        device.broker.behavior.tamper = nil
        return try await app.signIn()
    }

    @Test func `a reply for another app's redirect URI is not this app's`() async throws {
        let device = try await BrokerWorld()
        let other = try device.app(BrokerWorld.facts("test.contoso.b"))
        _ = try await other.signIn()
        let reply = try #require(other.device.received.first)
        let app = try device.app()
        #expect(!app.client.handleResponse(reply, sourceApplication: "test.keyfob.broker"))
    }

    @Test func `a reply without a request is ignored`() async throws {
        let device = try await BrokerWorld()
        let app = try device.app()
        _ = try await app.signIn()
        let reply = try #require(app.device.received.first)
        let fresh = try device.app()
        #expect(!fresh.client.handleResponse(reply, sourceApplication: nil))
        #expect(try fresh.client.accounts().count == 1)
    }
}
