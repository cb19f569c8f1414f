#if PostgreSQL
import Foundation
package import KeyfobPostgreSQL
import KeyfobTesting

/// A PostgreSQL server of tests, on a socket in a directory of its own. It ends with the tests' process.
package final class PostgreSQLServer: Sendable {
    /// What one of PostgreSQL's programs said.
    package struct Failure: Error, CustomStringConvertible {
        /// Its output.
        package let description: String
    }

    private static let bin = programs()
    /// PostgreSQL refuses to run as root.
    private static let user = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    /// Ends the server when standard input ends, and prints its log; then removes a directory, if one is named.
    private static let script = """
        exec 2>&1
        directory=$1
        shift
        "$@" </dev/null &
        server=$!
        echo "server $server"
        cat >/dev/null
        kill -INT "$server" 2>/dev/null
        wait "$server"
        [ -z "$directory" ] || rm -rf "$directory"
        """

    private let directory: SharedDirectory
    private let settings: [String]
    private let isShared: Bool
    private let running: Running

    private actor Running {
        var process: ChildProcess?
        var server: Int32?

        func begin(_ arguments: [String], removing directory: String) async throws {
            let environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
            let process = try ChildProcess(
                "/bin/sh", ["-c", PostgreSQLServer.script, "sh", directory] + arguments, environment: environment)
            self.process = process
            while let line = await process.nextLine() {
                if line.hasPrefix("server ") { server = Int32(line.dropFirst(7)) }
                if line.hasSuffix("database system is ready to accept connections") { return }
                // Clients that connect meanwhile are refused, because the database system is starting up.
                if line.contains("FATAL"), !line.contains("the database system is") { process.closeInput() }
            }
            throw Failure(description: "PostgreSQL does not start: \(await process.outcome().output)")
        }

        /// Ends the server with a signal, and waits until every process of it has ended.
        func end(_ signal: Int32) async {
            guard let process, let server else { return }
            (self.process, self.server) = (nil, nil)
            Foundation.kill(server, signal)
            process.closeInput()
            _ = await process.outcome()
        }
    }

    /// The directory of the socket, the certificates and the data.
    package var path: String { directory.path }

    /// Creates a cluster and starts it.
    ///
    /// - Parameters:
    ///   - isDurable: whether it syncs to the disk, as a server in use does.
    ///   - isShared: whether many tests use it: its files are removed when the process ends, and no test does so.
    ///   - settings: further settings, such as `port=5433`.
    ///   - prepare: writes further files into ``path``.
    package init(
        isDurable: Bool = false, isShared: Bool = false, settings: [String] = [],
        prepare: (PostgreSQLServer) async throws -> Void = { _ in }
    ) async throws {
        directory = try SharedDirectory("keyfob-pg")
        running = Running()
        self.isShared = isShared
        let path = directory.path
        let own = ["fsync=\(isDurable ? "on" : "off")", "unix_socket_directories=\(path)", "shared_buffers=16MB"]
        // Lost races are errors to the server, and many tests would fill its log with them.
        let shared = isShared ? ["max_connections=200", "log_min_messages=log"] : ["max_connections=60"]
        self.settings = (["listen_addresses="] + shared + own + settings).flatMap { ["-c", $0] }
        do {
            guard FileManager.default.isExecutableFile(atPath: Self.bin + "/initdb") else {
                throw Failure(
                    description: "PostgreSQL's server is missing. On Debian or Ubuntu: apt-get install --yes postgresql"
                )
            }
            if geteuid() == 0 { chown(path, 65534, 65534) }
            // A language whose order differs from that of the bytes.
            try await run([
                Self.bin + "/initdb", "--pgdata=\(path)/data", "--username=keyfob", "--auth-local=trust",
                "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu",
                "--icu-locale=de", "--no-sync",
            ])
            try await prepare(self)
            try await start()
        } catch {
            directory.remove()
            throw error
        }
    }

    /// Runs a program as the server's user.
    package func run(_ arguments: [String]) async throws {
        let command = Self.user + arguments
        let outcome = try await ChildProcess.run(
            "/usr/bin/env", command, environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PGHOST": path])
        guard outcome.status == 0 else { throw Failure(description: outcome.errors + outcome.output) }
    }

    /// Runs one of PostgreSQL's programs as the server's user.
    package func program(_ name: String, _ arguments: [String]) async throws {
        try await run(["\(Self.bin)/\(name)"] + arguments)
    }

    /// Starts it again.
    package func start() async throws {
        try await running.begin(
            Self.user + ["\(Self.bin)/postgres", "-D", "\(path)/data"] + settings, removing: isShared ? path : "")
    }

    /// Kills it as a loss of power would.
    package func kill() async { await running.end(SIGKILL) }

    /// Stops it without a shutdown, after a warning to each session, as `pg_ctl stop --mode=immediate` does.
    package func stopImmediately() async { await running.end(SIGQUIT) }

    /// Ends each session with an error and stops it, as `pg_ctl stop --mode=fast` does.
    package func stop() async { await running.end(SIGINT) }

    /// Stops it and removes its files.
    package func remove() async {
        await stop()
        directory.remove()
    }

    /// The address of a database, with further parameters.
    package func address(_ database: String = "postgres", _ parameters: String = "user=keyfob") throws
        -> PostgreSQLAddress
    {
        try PostgreSQLAddress("postgresql:///\(database)?host=\(path)&\(parameters)", environment: [:])
    }

    /// Creates an empty database.
    package func makeDatabase(_ name: String) async throws -> PostgreSQLAddress {
        try await execute("CREATE DATABASE \(name)")
        return try address(name)
    }

    /// Runs a statement, and returns the first column of its rows as text.
    @discardableResult
    package func execute(_ sql: String, in database: String = "postgres") async throws -> [String] {
        let pool = PostgreSQLPool(try address(database), size: 1, setup: "")
        return try await pool.run { worker in
            let result = try worker.connection().run(sql)
            return try (0..<result.count).map { try result[$0][0] }
        }
    }

    /// The folder of the newest PostgreSQL: Debian has it outside of PATH.
    private static func programs() -> String {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        let newest = versions.compactMap { Int($0) }.max().map { "\(root)/\($0)/bin" }
        return newest ?? "/usr/bin"
    }
}

/// Numbers databases.
package actor Numbers {
    private var last = 0
    /// Begins at 1.
    package init() {}
    /// The next number.
    package func next() -> Int {
        last += 1
        return last
    }
}
#endif
