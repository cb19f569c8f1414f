import KeyfobBackport
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// What the broker reports for its log.
@Suite struct HandledRequestTests {
    private final class Log: Sendable {
        private let content = Mutex<[HandledBrokerRequest]>([])
        var requests: [HandledBrokerRequest] { content.withLock { $0 } }
        func add(_ request: HandledBrokerRequest) { content.withLock { $0.append(request) } }
    }

    @Test func `a request with a response is reported once, with the correlation id of the response`() async throws {
        let log = Log()
        let fixture = try await BrokerFixture()
        let broker = try fixture.broker(handled: { log.add($0) })
        let response = try await BrokeredApp.a.ask(broker, .login)
        #expect(response.tokens != nil && response.correlationID != nil)
        #expect(log.requests.count == 1 && log.requests.first?.error == nil)
        #expect(log.requests.first?.correlationID == response.correlationID)
        #expect(log.requests.first?.bundleID != nil)
    }

    @Test func `only errors of the broker's own storage are internal errors`() {
        func isInternal(_ code: AuthError.Code, _ origin: AuthError.Origin) -> Bool {
            let error = AuthError(code, origin: origin, message: "It failed.")
            return HandledBrokerRequest(correlationID: nil, bundleID: nil, error: error).isInternalError
        }
        #expect(isInternal(.storeUnavailable, .store) && isInternal(.storeLocked, .store))
        #expect(!isInternal(.interactionRequired, .server) && !isInternal(.configuration, .app))
    }

    @Test func `a refusal is reported with its caller, and is no internal error`() async throws {
        let log = Log()
        let fixture = try await BrokerFixture()
        let broker = try fixture.broker(handled: { log.add($0) })
        let response = try await BrokeredApp.a.ask(broker, .refresh) { $0.user.homeAccountID = "nobody.nowhere" }
        #expect(response.failure != nil)
        #expect(log.requests.count == 1)
        #expect(log.requests.first?.error != nil && log.requests.first?.isInternalError == false)
        #expect(log.requests.first?.correlationID == response.correlationID)
    }
}
