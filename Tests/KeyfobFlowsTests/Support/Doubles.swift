import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// A clock that stands still until it is moved.
final class StandingClock: WallClock {
    private let moment: Mutex<Date>
    init(_ moment: Date) { self.moment = Mutex(moment) }
    var now: Date { moment.withLock { $0 } }
    func advance(_ seconds: Double) { moment.withLock { $0.addTimeInterval(seconds) } }
}

/// Moves the clock instead of waiting.
struct ClockMovingPause: Pause {
    let clock: StandingClock
    func wait(seconds: Double) async throws(AuthError) { clock.advance(seconds) }
}

/// A transport that selects its response by the last path segment, and keeps the requests. A request without a response
/// fails.
final class AnsweringTransport: HTTPTransport {
    private struct State {
        var answers: [String: [HTTPResponse]]
        var sent: [HTTPRequest] = []
    }

    private let state: Mutex<State>

    init(_ answers: [String: [HTTPResponse]]) { state = Mutex(State(answers: answers)) }

    var sent: [HTTPRequest] { state.withLock { $0.sent } }

    func count(_ segment: String) -> Int { sent.count { $0.url.path.hasSuffix("/" + segment) } }

    func add(_ segment: String, _ response: HTTPResponse) {
        state.withLock { $0.answers[segment, default: []].append(response) }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = state.withLock { state -> HTTPResponse? in
            state.sent.append(request)
            let segment = request.url.path.split(separator: "/").last.map(String.init) ?? ""
            guard state.answers[segment]?.isEmpty == false else { return nil }
            return state.answers[segment]?.removeFirst()
        }
        guard let response else { throw TransportError(.cannotConnect, message: "No response for \(request).") }
        return response
    }
}

/// A browser that receives foreign redirects before the right one.
struct NoisyUserAgent: UserAgent {
    let port: Int
    let ended: Mutex<Int>.Box
    let answer: @Sendable (HTTPURL) throws(AuthError) -> [String]

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        let uri = redirectURI.value.replacing("http://localhost", with: "http://localhost:\(port)")
        return Session(redirectURI: try RedirectURI(uri), ended: ended, answer: answer)
    }

    private struct Session: UserAgentSession {
        let redirectURI: RedirectURI
        let ended: Mutex<Int>.Box
        let answer: @Sendable (HTTPURL) throws(AuthError) -> [String]

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            for redirect in try answer(url) where accepting(redirect) != .foreign { return redirect }
            throw AuthError(.userCanceled, origin: .userAgent, message: "The page was closed.")
        }

        func end() async { ended.value.withLock { $0 += 1 } }
    }
}

extension Mutex where Value: Sendable {
    /// A mutex that can be shared.
    final class Box: Sendable {
        let value: Mutex<Value>
        init(_ value: Value) { self.value = Mutex(value) }
    }
}
