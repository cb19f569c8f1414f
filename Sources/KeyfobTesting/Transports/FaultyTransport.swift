import KeyfobCore
public import KeyfobOAuth
import Synchronization

/// A transport in which faults can be put: the next matching requests get them, the others pass.
public final class FaultyTransport: HTTPTransport {
    /// What happens to a request.
    public enum Fault: Sendable {
        /// The server cannot be reached.
        case unreachable
        /// Nothing comes back in time.
        case timeout
        /// The server never sees the request; this comes back.
        case answer(HTTPResponse)
        /// The server does what it was asked, but its answer is lost.
        case lostAnswer
        /// The server never sees the request; this is what the library underneath makes of it.
        case error(TransportError)
    }

    private struct Order {
        let suffix: String
        let fault: Fault
        var remaining: Int
    }

    private let base: any HTTPTransport
    private let orders = Mutex<[Order]>([])

    /// Makes a transport over another.
    public init(_ base: any HTTPTransport) { self.base = base }

    /// Puts a fault in.
    ///
    /// - Parameters:
    ///   - fault: what happens.
    ///   - suffix: the end of the paths that it happens to; every path unless given.
    ///   - count: to how many requests.
    public func fail(_ fault: Fault, to suffix: String = "", count: Int = .max) {
        orders.withLock { $0.append(Order(suffix: suffix, fault: fault, remaining: count)) }
    }

    /// Takes all faults out.
    public func heal() { orders.withLock { $0 = [] } }

    /// Sends a request, or lets it meet its fault.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        switch next(for: request) {
        case nil: return try await base.send(request)
        case .unreachable: throw TransportError(.cannotConnect, message: "The connection was refused.")
        case .timeout: throw TransportError(.timedOut, message: "No answer came in time.")
        case .answer(let response): return response
        case .error(let error): throw error
        case .lostAnswer:
            _ = try await base.send(request)
            throw TransportError(.timedOut, message: "The answer was lost.")
        }
    }

    private func next(for request: HTTPRequest) -> Fault? {
        orders.withLock { orders in
            guard let index = orders.firstIndex(where: { $0.remaining > 0 && request.url.path.hasSuffix($0.suffix) })
            else { return nil }
            if orders[index].remaining != .max { orders[index].remaining -= 1 }
            return orders[index].fault
        }
    }
}
