#if Server
import NIOCore
import Synchronization

/// Counts the open connections of a server over all its sockets.
final class ConnectionGate: Sendable {
    /// How a new connection is handled.
    enum Admission {
        /// Its requests are handled.
        case admitted
        /// The limit is reached: its first request gets 503.
        case told
        /// The limit for connections that get 503 is reached too: it is closed.
        case refused
    }

    private struct State {
        var count = 0
        var told: Set<ObjectIdentifier> = []
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Counts a new connection until ``leave(_:)``, however it is admitted.
    func enter(_ channel: any Channel) -> Admission {
        state.withLock { state in
            state.count += 1
            guard state.count > limits.connections else { return .admitted }
            guard state.count <= limits.connections + limits.toldConnections else { return .refused }
            state.told.insert(ObjectIdentifier(channel))
            return .told
        }
    }

    /// Removes an ended connection from the count.
    func leave(_ channel: any Channel) {
        state.withLock { state in
            state.count -= 1
            state.told.remove(ObjectIdentifier(channel))
        }
    }

    /// Whether a connection is over the limit, so that its first request gets 503.
    func isTold(_ channel: any Channel) -> Bool {
        state.withLock { $0.told.contains(ObjectIdentifier(channel)) }
    }
}
#endif
