#if Server
import KeyfobOAuth
import KeyfobBackport

/// The transport of an executable without network. It records that it was used, so that the caller starts the other
/// tool.
final class AbsentTransport: HTTPTransport {
    private let asked = Atomic(false)

    var wasAsked: Bool { asked.load(ordering: .acquiring) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        asked.store(true, ordering: .releasing)
        throw TransportError(.cannotConnect, message: "This executable has no network.")
    }
}
#endif
