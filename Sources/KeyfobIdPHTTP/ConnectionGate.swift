#if Server
import NIOCore
import Synchronization

/// Counts the connections that a server has, over all its sockets.
final class ConnectionGate: Sendable {
    /// What becomes of a connection.
    enum Admission {
        /// Its requests are answered.
        case admitted
        /// There are too many: its first request is answered with 503.
        case told
        /// There are even too many of those: it is closed.
        case refused
    }

    private struct State {
        var count = 0
        var told: Set<ObjectIdentifier> = []
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// A connection begins; whatever becomes of it, it counts until ``leave(_:)``.
    func enter(_ channel: any Channel) -> Admission {
        state.withLock { state in
            state.count += 1
            guard state.count > limits.connections else { return .admitted }
            guard state.count <= limits.connections + limits.toldConnections else { return .refused }
            state.told.insert(ObjectIdentifier(channel))
            return .told
        }
    }

    /// That connection has ended.
    func leave(_ channel: any Channel) {
        state.withLock { state in
            state.count -= 1
            state.told.remove(ObjectIdentifier(channel))
        }
    }

    /// Whether a connection is one too many.
    func isTold(_ channel: any Channel) -> Bool {
        state.withLock { $0.told.contains(ObjectIdentifier(channel)) }
    }
}
#endif
