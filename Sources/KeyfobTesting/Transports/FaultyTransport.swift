import KeyfobBackport
import KeyfobCore
public import KeyfobOAuth

/// A transport with faults: the next matching requests meet them, the others pass.
public final class FaultyTransport: HTTPTransport {
    /// A fault of a request.
    public enum Fault: Sendable {
        /// The server cannot be reached.
        case unreachable
        /// No response arrives in time.
        case timeout
        /// The server never gets the request; this response is returned.
        case answer(HTTPResponse)
        /// The server handles the request, but its response is lost.
        case lostResponse
        /// The server never gets the request; the underlying library reports this error.
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

    /// Adds a fault.
    ///
    /// - Parameters:
    /// - fault: The fault.
    /// - suffix: The end of the affected paths; every path unless given.
    /// - count: The number of affected requests.
    public func fail(_ fault: Fault, to suffix: String = "", count: Int = .max) {
        orders.withLock { $0.append(Order(suffix: suffix, fault: fault, remaining: count)) }
    }

    /// Removes all faults.
    public func heal() { orders.withLock { $0 = [] } }

    /// Sends a request, or applies its fault.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        switch next(for: request) {
        case nil: return try await base.send(request)
        case .unreachable: throw TransportError(.cannotConnect, message: "The connection was refused.")
        case .timeout: throw TransportError(.timedOut, message: "No response came in time.")
        case .answer(let response): return response
        case .error(let error): throw error
        case .lostResponse:
            _ = try await base.send(request)
            throw TransportError(.timedOut, message: "The response was lost.")
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
