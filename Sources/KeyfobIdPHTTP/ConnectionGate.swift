#if Server
import NIOCore
import KeyfobBackport

/// Counts the open connections of a server over all its sockets.
final class ConnectionGate: Sendable {
    /// How a new connection is handled.
    enum Admission {
        /// Its requests are handled.
        case admitted
        /// The limit is reached: its first request gets 503.
        case overLimit
        /// The limit for connections that get 503 is reached too: it is closed.
        case refused
    }

    private struct State {
        var count = 0
        var overLimit: Set<ObjectIdentifier> = []
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Counts a new connection until ``leave(_:)``, however it is admitted.
    func enter(_ channel: any Channel) -> Admission {
        state.withLock { state in
            state.count += 1
            guard state.count > limits.connections else { return .admitted }
            guard state.count <= limits.connections + limits.connectionsOverLimit else { return .refused }
            state.overLimit.insert(ObjectIdentifier(channel))
            return .overLimit
        }
    }

    /// Removes an ended connection from the count.
    func leave(_ channel: any Channel) {
        state.withLock { state in
            state.count -= 1
            state.overLimit.remove(ObjectIdentifier(channel))
        }
    }

    /// Whether a connection is over the limit, so that its first request gets 503.
    func isOverLimit(_ channel: any Channel) -> Bool {
        state.withLock { $0.overLimit.contains(ObjectIdentifier(channel)) }
    }
}
#endif
