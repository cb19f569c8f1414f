import ADAL
import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The events, in their order.
final class Events: Sendable {
    private let state = Mutex<(names: [String], addresses: [String])>(([], []))

    var names: [String] { state.withLock { $0.names } }
    var addresses: [String] { state.withLock { $0.addresses } }

    func add(_ name: String) { state.withLock { $0.names.append(name) } }

    /// Observes ADAL's notifications with the given sessions as their object.
    func observe(_ sessions: ADSessions) -> [any NSObjectProtocol] {
        let names: [NSNotification.Name] = [
            .ADWebAuthDidStartLoad, .ADWebAuthDidFinishLoad, .ADWebAuthDidFail, .ADWebAuthDidComplete,
        ]
        return names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: sessions, queue: nil) { note in
                self.add(note.name.rawValue)
                guard let url = note.userInfo?["url"] as? URL else { return }
                self.state.withLock { $0.addresses.append(url.absoluteString) }
            }
        }
    }
}

/// Records when the page is shown.
struct EventUserAgent: UserAgent {
    let base: any UserAgent
    let events: Events

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(base: try await base.begin(redirectURI), events: events)
    }

    private struct Session: UserAgentSession {
        let base: any UserAgentSession
        let events: Events
        var redirectURI: RedirectURI { base.redirectURI }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            events.add("page")
            return try await base.present(url, accepting: accepting)
        }

        func end() async { await base.end() }
    }
}
