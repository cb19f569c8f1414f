#if LinuxTransport
import AsyncHTTPClient
import KeyfobCore
import NIOCore
import KeyfobBackport

/// One client for each host, since the name that a connection's certificate must have is known only there.
final class HostClients: Sendable {
    private struct Entry {
        let client: HTTPClient
        var requests = 0
        var lastUse = 0
    }
    private struct State {
        var entries: [String: Entry] = [:]
        var uses = 0
        var isShutDown = false
    }
    private let state = Mutex(State())
    private let makeClient: @Sendable (ServerName) -> HTTPClient

    /// The number of clients that are kept while no request uses them.
    private static let idleLimit = 32

    /// - Parameter makeClient: makes the client for a host.
    init(_ makeClient: @escaping @Sendable (ServerName) -> HTTPClient) { self.makeClient = makeClient }

    // A client ends the process if it is released while open; a missing shut-down must not do that.
    deinit {
        for client in takeAll() { client.shutdown { _ in } }
    }

    /// Runs a body with the client for a host.
    ///
    /// - Throws: `HTTPClientError.alreadyShutdown` after ``shutdown()``, and the errors of the body.
    func withClient<Result>(for url: HTTPURL, _ body: (HTTPClient) async throws -> Result) async throws -> Result {
        let key = "\(url.scheme)://\(url.host)"
        let (client, left) = try state.withLock { state -> (HTTPClient, HTTPClient?) in
            guard !state.isShutDown else { throw HTTPClientError.alreadyShutdown }
            let left = state.entries[key] == nil ? Self.removeIdle(from: &state) : nil
            var entry = state.entries[key] ?? Entry(client: makeClient(ServerName(url)))
            state.uses += 1
            entry.requests += 1
            entry.lastUse = state.uses
            state.entries[key] = entry
            return (entry.client, left)
        }
        left?.shutdown { _ in }
        defer { state.withLock { $0.entries[key]?.requests -= 1 } }
        return try await body(client)
    }

    /// Closes all connections.
    func shutdown() async {
        for client in takeAll() { try? await client.shutdown() }
    }

    private func takeAll() -> [HTTPClient] {
        state.withLock { state in
            defer { state.entries = [:] }
            state.isShutDown = true
            return state.entries.values.map(\.client)
        }
    }

    /// Removes and returns the least recently used idle client, if there are too many.
    private static func removeIdle(from state: inout State) -> HTTPClient? {
        guard state.entries.count >= idleLimit else { return nil }
        let oldest = state.entries.filter { $0.value.requests == 0 }.min { $0.value.lastUse < $1.value.lastUse }
        return oldest.flatMap { state.entries.removeValue(forKey: $0.key)?.client }
    }
}
#endif
