#if Server
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// One listening socket and the connections accepted from it.
struct Listener: Sendable {
    let port: Int
    private let server: Server<GuardedChannel<TLSChannel<HTTP1Channel>>>
    private let running: Task<Void, Never>

    /// Binds and listens; returns when the socket accepts connections.
    static func start(address: String, port: Int, server: ProviderServer) async throws(ListenError) -> Listener {
        let (outcomes, continuation) = AsyncStream.makeStream(of: Result<Int, any Error>.self)
        // Libraries log only to a logger that is passed to them; this one discards everything.
        let silent = Logger(label: "keyfob.idp") { _ in SwiftLogNoOpLogHandler() }
        let server = Server(
            childChannelSetup: try server.channel(),
            configuration: ServerConfiguration(address: .hostname(address, port: port)),
            onServerRunning: { channel in
                continuation.yield(.success(channel.localAddress?.port ?? port))
            }, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: silent)
        let running = Task {
            do { try await server.run() } catch { continuation.yield(.failure(error)) }
            continuation.finish()
        }
        var iterator = outcomes.makeAsyncIterator()
        switch await iterator.next() {
        case .success(let port): return Listener(port: port, server: server, running: running)
        case .failure(let error): throw ListenError(binding: error, address: address, port: port)
        case nil: throw ListenError(.other, "The server on \(address), port \(port), stopped as soon as it began.")
        }
    }

    /// Stops listening and waits for the requests in progress.
    func stop() async {
        // The only error is that the server has stopped already.
        try? await server.shutdownGracefully()
        await running.value
    }
}

extension ListenError {
    init(binding error: any Error, address: String, port: Int) {
        let place = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE:
            self.init(
                .addressInUse,
                "Another process already listens on \(place). Stop it, or choose another port with --port.")
        case EADDRNOTAVAIL, EAFNOSUPPORT:
            self.init(.noSuchAddress, "This machine has no address \(address). Choose another with --host.")
        case EACCES, EPERM:
            self.init(
                .notAllowed,
                "This user may not listen on \(place). Choose a port from 1024 to 65535 with --port.")
        default:
            self.init(.other, "Cannot listen on \(place): \(error)")
        }
    }
}

/// The error of a server that cannot listen.
package struct ListenError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Reason: Sendable, Hashable {
        /// Another process listens on that address already (`EADDRINUSE`).
        case addressInUse
        /// The machine has no such address (`EADDRNOTAVAIL`, `EAFNOSUPPORT`).
        case noSuchAddress
        /// The process may not listen there (`EACCES`), as on a port below 1024.
        case notAllowed
        /// The certificate and its key cannot be used.
        case badIdentity
        /// Any other failure.
        case other
    }

    /// The kind of failure.
    package let reason: Reason
    /// The failure and its remedy, in one or two sentences.
    package let description: String

    init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }
}

/// A server that accepts connections until it is stopped.
package struct RunningServer: Sendable {
    let listeners: [Listener]

    /// The port that it listens on.
    package var port: Int { listeners.first?.port ?? 0 }

    /// Stops accepting connections, finishes the requests in progress and closes all other connections.
    package func stop() async {
        await withDiscardingTaskGroup { group in
            for listener in listeners { group.addTask { await listener.stop() } }
        }
    }
}
#endif
