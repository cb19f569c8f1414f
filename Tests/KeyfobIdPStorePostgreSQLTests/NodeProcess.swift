#if PostgreSQL && LinuxTransport
import Foundation
import KeyfobAsyncHTTP
import KeyfobBackport
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A node: `keyfob-idp serve` on a PostgreSQL database, which can be killed and started again.
final class NodeProcess: VisitedProvider {
    private struct State {
        var process: ChildProcess?
        var base: HTTPURL?
        var transport: AsyncHTTPTransport?
    }

    private let arguments: [String]
    private let directory: String
    private let state = Mutex(State())
    private let unused: HTTPURL

    init(directory: String, database: String) throws {
        self.directory = directory
        unused = try #require(HTTPURL("https://localhost:1/"))
        arguments = [
            "serve", "--port", "0", "--data", directory, "--database", database, "--signing-algorithm", "ES256",
            "--profile", "strict", "--print-ready-json",
        ]
    }

    /// Its address; while it is down, one at which no server listens.
    var base: HTTPURL { state.withLock { $0.base } ?? unused }

    /// Starts it, and returns when it serves requests.
    func start() async throws {
        let process = try ChildProcess(
            BuildProducts.executable("keyfob-idp"), arguments,
            environment: ["PATH": "/usr/bin:/bin", "HOME": directory])
        let line = try #require(await process.nextLine(), "\(process.errorsSoFar)")
        let base = try #require(HTTPURL(try JSONValue(parsing: line)["base_url"]?.stringValue ?? ""))
        let transport = try AsyncHTTPTransport(trust: .caFile("\(directory)/ca.pem"))
        state.withLock { $0 = State(process: process, base: base.with(path: "/"), transport: transport) }
    }

    /// Kills it, as a loss of power would.
    func kill() async {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        old.process?.signal(SIGKILL)
        _ = await old.process?.outcome()
        await old.transport?.shutdown()
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let transport = state.withLock({ $0.transport }) else {
            throw TransportError(.cannotConnect, message: "The node is down.")
        }
        return try await transport.send(request)
    }
}
#endif
