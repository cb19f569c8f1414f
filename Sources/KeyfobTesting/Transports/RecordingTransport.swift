import KeyfobBackport
import KeyfobCore
public import KeyfobOAuth

/// Passes every request on and records it with its response.
public final class RecordingTransport: HTTPTransport {
    /// One request, and the response if there was one.
    public struct Exchange: Sendable {
        /// The request.
        public let request: HTTPRequest
        /// The response; nil if there was none.
        public let response: HTTPResponse?
    }

    private let base: any HTTPTransport
    private let log = Mutex<[Exchange]>([])

    /// Makes a transport over another.
    public init(_ base: any HTTPTransport) { self.base = base }

    /// All exchanges so far, in the order in which they ended.
    public var exchanges: [Exchange] { log.withLock { $0 } }

    /// The requests to paths with the given end.
    public func requests(to suffix: String) -> [HTTPRequest] {
        exchanges.map(\.request).filter { $0.url.path.hasSuffix(suffix) }
    }

    /// Deletes all exchanges.
    public func clear() { log.withLock { $0 = [] } }

    /// Sends a request by the other transport.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            let response = try await base.send(request)
            log.withLock { $0.append(Exchange(request: request, response: response)) }
            return response
        } catch {
            log.withLock { $0.append(Exchange(request: request, response: nil)) }
            throw error
        }
    }
}
