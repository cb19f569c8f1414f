import Foundation
public import KeyfobCore
public import KeyfobOAuth

/// The identity provider in a separate process: `keyfob-idp serve` on any free port, on its own data directory.
///
/// It can be stopped and started again on the same data and port.
public actor ProviderProcess {
    /// The reason why the provider is not running.
    public struct ProcessError: Error, CustomStringConvertible {
        /// A description of the reason.
        public let description: String
    }

    /// The data directory.
    public nonisolated let directory: String
    private let executable: String
    private let environment: [String: String]
    private let makeTransport: @Sendable (_ caFile: String) throws -> any HTTPTransport
    private var process: ChildProcess?
    private var port = 0
    private var address: HTTPURL?

    /// Prepares a provider.
    ///
    /// - Parameters:
    /// - directory: The data directory; the provider makes it if it is missing.
    /// - executable: `keyfob-idp`.
    /// - environment: Its whole environment.
    /// - transport: Makes a transport that trusts the certificate authority in a file.
    public init(
        directory: String, executable: String = BuildProducts.executable("keyfob-idp"),
        environment: [String: String],
        transport: @escaping @Sendable (_ caFile: String) throws -> any HTTPTransport
    ) {
        self.directory = directory
        self.executable = executable
        self.environment = environment
        makeTransport = transport
    }

    /// The certificate authority that issued the provider's certificate.
    public nonisolated var caFile: String { "\(directory)/ca.pem" }
    /// The file with the offset of the provider's clock.
    public nonisolated var clockFile: String { "\(directory)/clock-offset" }
    /// A clock that moves with the provider's.
    public nonisolated var clock: FileClock { FileClock(path: clockFile) }

    /// The provider's address.
    public func baseURL() throws -> HTTPURL {
        guard let address else { throw ProcessError(description: "The provider has not been started.") }
        return address
    }

    /// A transport that trusts the provider's certificate authority.
    public func transport() throws -> any HTTPTransport { TestLogs.watch(try makeTransport(caFile)) }

    /// Its admin API.
    public func admin() throws -> AdminClient {
        let token = try String(contentsOfFile: "\(directory)/admin-token", encoding: .utf8)
        return AdminClient(
            base: try baseURL(), transport: try transport(),
            token: Secret(token.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// Starts the provider and returns when it is healthy: the first time on any free port, later on the same.
    ///
    /// - Throws: ``ProcessError`` with its output, if it ends instead.
    public func start() async throws {
        let process = try ChildProcess(
            executable, ["serve", "--port", "\(port)", "--data", directory], environment: environment)
        self.process = process
        while true {
            guard let line = await process.nextLine() else {
                let outcome = await process.outcome()
                throw ProcessError(description: "The provider ended (\(outcome.status)): \(outcome.errors)")
            }
            if let url = Self.address(in: line) {
                address = url
                port = url.effectivePort
                break
            }
        }
        guard await isReachable() else { throw ProcessError(description: "The provider is not healthy.") }
    }

    /// Ends the provider and waits for its end.
    public func stop() async {
        process?.terminate()
        _ = await process?.outcome()
        process = nil
    }

    /// Whether `GET /healthz` returns 200.
    public func isReachable() async -> Bool {
        guard let address, let transport = try? makeTransport(caFile) else { return false }
        return (try? await transport.send(.get(address.with(path: "/healthz"))))?.status == 200
    }

    /// The first https URL in a line that the provider printed.
    private static func address(in line: String) -> HTTPURL? {
        guard let start = line.firstRange(of: "https://") else { return nil }
        let text = line[start.lowerBound...].prefix { !$0.isWhitespace && $0 != "\"" && $0 != "," }
        return HTTPURL(String(text)).map { $0.with(path: "/") }
    }
}
