#if Server
import KeyfobOAuth
import Synchronization

/// The network that this executable does not have: it remembers that it was asked for, so that the caller hands over.
final class AbsentTransport: HTTPTransport {
    private let asked = Atomic(false)

    var wasAsked: Bool { asked.load(ordering: .acquiring) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        asked.store(true, ordering: .releasing)
        throw TransportError(.cannotConnect, message: "This executable has no network.")
    }
}
#endif
