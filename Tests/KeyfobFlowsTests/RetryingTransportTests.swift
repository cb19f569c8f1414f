import KeyfobBackport
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Retries of requests")
struct RetryingTransportTests {
    /// Returns given results one after the other, and counts.
    private final class Script: HTTPTransport {
        private let outcomes: Mutex<[Result<HTTPResponse, TransportError>]>
        let asked = Mutex(0)

        init(_ outcomes: [Result<HTTPResponse, TransportError>]) { self.outcomes = Mutex(outcomes) }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            asked.withLock { $0 += 1 }
            return try outcomes.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }?.get()
                ?? HTTPResponse(status: 418)
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let first: Result<HTTPResponse, TransportError>
        let isPost: Bool
        let attempts: Int
        var grant = "authorization_code"
    }

    private static func failed(_ code: TransportError.Code) -> Result<HTTPResponse, TransportError> {
        .failure(TransportError(code, message: "Failed."))
    }

    private static func status(_ status: Int, _ fields: HTTPFields = [:]) -> Result<HTTPResponse, TransportError> {
        .success(HTTPResponse(status: status, fields: fields))
    }

    @Test(
        "repeats unsent requests, reads and server failures; of requests that may have been processed, only a refresh",
        arguments: [
            Case(testDescription: "GET, 500", first: status(500), isPost: false, attempts: 2),
            Case(testDescription: "code, 502", first: status(502), isPost: true, attempts: 2),
            Case(testDescription: "POST, no connection", first: failed(.cannotConnect), isPost: true, attempts: 2),
            Case(testDescription: "GET, no answer", first: failed(.timedOut), isPost: false, attempts: 2),
            Case(testDescription: "POST, no answer", first: failed(.timedOut), isPost: true, attempts: 1),
            Case(testDescription: "GET, broken", first: failed(.connectionLost), isPost: false, attempts: 2),
            Case(testDescription: "GET, half a response", first: failed(.invalidResponse), isPost: false, attempts: 2),
            // The code may be redeemed by now, and a server that sees it twice revokes its tokens.
            Case(testDescription: "code, broken", first: failed(.connectionLost), isPost: true, attempts: 1),
            Case(testDescription: "code, half a response", first: failed(.invalidResponse), isPost: true, attempts: 1),
            // The next call would redeem the same token; a server that replaced it is most likely to accept it at once.
            Case(
                testDescription: "refresh, broken", first: failed(.connectionLost), isPost: true, attempts: 2,
                grant: "refresh_token"),
            Case(
                testDescription: "refresh, half a response", first: failed(.invalidResponse), isPost: true, attempts: 2,
                grant: "refresh_token"),
            Case(
                testDescription: "refresh, no answer", first: failed(.timedOut), isPost: true, attempts: 1,
                grant: "refresh_token"),
            Case(testDescription: "too much", first: failed(.bodyTooLarge), isPost: false, attempts: 1),
            Case(
                testDescription: "503 with Retry-After", first: status(503, ["Retry-After": "9"]), isPost: false,
                attempts: 1),
            Case(testDescription: "429", first: status(429), isPost: false, attempts: 1),
            Case(testDescription: "400", first: status(400), isPost: true, attempts: 1),
            Case(testDescription: "a certificate", first: failed(.untrustedCertificate), isPost: false, attempts: 1),
            Case(testDescription: "cancelled", first: failed(.cancelled), isPost: false, attempts: 1),
        ])
    func rule(_ sample: Case) async throws {
        let script = Script([sample.first, Self.status(200)])
        let pause = ImmediatePause()
        let transport = RetryingTransport(script, pause: pause)
        let url = try #require(HTTPURL("https://login.example/token"))
        let request =
            sample.isPost ? HTTPRequest.form(url, FormParameters([("grant_type", sample.grant)])) : .get(url)
        let response = try? await transport.send(request)
        #expect(script.asked.withLock { $0 } == sample.attempts)
        #expect((response?.status == 200) == (sample.attempts == 2))
        #expect(pause.waited == Array(repeating: 0.5, count: sample.attempts - 1))
    }

    @Test("gives up after the last attempt with its result")
    func givesUp() async throws {
        let script = Script([Self.status(500)])
        let transport = RetryingTransport(script, pause: ImmediatePause(), retryCount: 3, interval: 1)
        let url = try #require(HTTPURL("https://login.example/"))
        #expect(try await transport.send(.get(url)).status == 500)
        #expect(script.asked.withLock { $0 } == 4)
    }
}
