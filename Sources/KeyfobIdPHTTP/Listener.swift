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
    private let shutDown: @Sendable () async -> Void
    private let running: Task<Void, Never>

    /// Binds and listens; returns when the socket accepts connections.
    static func start(
        address: String, port: Int, channel: some ServerChildChannel, logger: Logger?
    ) async throws(ListenError) -> Listener {
        let (outcomes, continuation) = AsyncStream.makeStream(of: Result<Int, any Error>.self)
        let server = Server(
            childChannelSetup: channel,
            configuration: ServerConfiguration(address: .hostname(address, port: port)),
            onServerRunning: { channel in
                continuation.yield(.success(channel.localAddress?.port ?? port))
            }, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: Self.quiet(logger))
        let running = Task {
            do { try await server.run() } catch { continuation.yield(.failure(error)) }
            continuation.finish()
        }
        var iterator = outcomes.makeAsyncIterator()
        switch await iterator.next() {
        case .success(let port):
            // The only error is that the server has stopped already.
            return Listener(port: port, shutDown: { try? await server.shutdownGracefully() }, running: running)
        case .failure(let error): throw ListenError(binding: error, address: address, port: port)
        case nil: throw ListenError(.other, "The server on \(address), port \(port), stopped as soon as it began.")
        }
    }

    /// Stops listening and waits for the requests in progress.
    func stop() async {
        await shutDown()
        await running.value
    }

    /// A logger for the library, which calls what clients do errors: only for who looks for them.
    private static func quiet(_ logger: Logger?) -> Logger {
        guard let logger, logger.logLevel <= .debug else {
            return Logger(label: "keyfob.http") { _ in SwiftLogNoOpLogHandler() }
        }
        return logger
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
