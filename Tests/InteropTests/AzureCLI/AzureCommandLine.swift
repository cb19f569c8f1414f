import Foundation
import KeyfobCore
import KeyfobTesting

/// The Azure command line, `az`, as PyPI has it. Each call is a process, and all share the settings of one folder.
///
/// Its connections go through a tunnel that leads to the provider and nowhere else, and lists what else it tried.
struct AzureCommandLine: Sendable {
    /// The error that `az` printed.
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// The environment of the processes.
    let environment: [String: String]
    private let folder: TemporaryDirectory
    private let program: String
    private let tunnel: ChildProcess

    /// Runs a body with a command line that is set up as the page of clients says, and without an account.
    ///
    /// - Parameter more: Further variables of its environment.
    static func with(
        _ provider: RunningProvider, environment more: [String: String] = [:],
        _ body: (AzureCommandLine) async throws -> Void
    ) async throws {
        let azure = try await AzureCommandLine(provider, more)
        let outcome = await Result {
            let shell = try ClientsPage.start(
                try ClientsPage.block("Azure CLI", 0, for: provider), environment: azure.environment)
            let said = await shell.outcome()
            guard said.status == 0 else { throw Failed(description: said.output) }
            try await body(azure)
        }
        azure.tunnel.terminate()
        azure.folder.remove()
        try outcome.get()
    }

    private init(_ provider: RunningProvider, _ more: [String: String]) async throws {
        program = try await Witness.azureCommandLine()
        folder = try TemporaryDirectory("keyfob-azure-cli")
        let port = provider.origin.split(separator: ":").last.map(String.init) ?? ""
        tunnel = try ChildProcess(
            try await Witness.python(), [Witness.root + "/Tests/InteropTests/Python/tunnel.py", "localhost", port],
            environment: ProcessInfo.processInfo.environment)
        guard let tunnelPort = await tunnel.nextLine() else {
            throw Witness.Missing(description: "The tunnel ended: \(await tunnel.outcome().errors)")
        }
        var environment = ClientsPage.environment(
            for: provider, home: folder.path,
            programs: [URL(fileURLWithPath: program).deletingLastPathComponent().path])
        environment["AZURE_CONFIG_DIR"] = folder.path + "/azure"
        // The block sets it for its own shell; the calls after it are the same user's.
        environment["REQUESTS_CA_BUNDLE"] = provider.caFile
        environment["AZURE_CORE_COLLECT_TELEMETRY"] = "no"
        environment["AZURE_CORE_SURVEY_MESSAGE"] = "no"
        environment["AZURE_CORE_NO_COLOR"] = "yes"
        environment["HTTPS_PROXY"] = "http://127.0.0.1:\(tunnelPort)"
        self.environment = environment.merging(more) { $1 }
    }

    /// Runs a command, and returns what it prints as JSON.
    ///
    /// - Throws: ``Failed`` with the errors that it prints.
    @discardableResult
    func callAsFunction(_ arguments: String...) async throws -> JSONValue { try await run(arguments) }

    /// The same, with the words of the command in an array.
    func run(_ arguments: [String]) async throws -> JSONValue {
        let outcome = try await ChildProcess.run(
            program, arguments + ["--output", "json"], environment: environment)
        guard outcome.status == 0 else { throw Failed(description: outcome.errors) }
        return outcome.output.allSatisfy(\.isWhitespace) ? .null : try JSONValue(parsing: Array(outcome.output.utf8))
    }

    /// Starts a command whose output and errors are read line by line.
    func start(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", program] + arguments, environment: environment)
    }

    /// The hosts to which it has tried to connect, besides the provider's and the one that it asks for updates, which
    /// no setting prevents.
    func otherHosts() async -> [String] {
        tunnel.terminate()
        return await tunnel.outcome().output.split(separator: "\n").dropFirst().map(String.init)
            .filter { !$0.hasPrefix("azcliprod.blob.core.windows.net:") }
    }

    /// Writes a file into the folder, and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }
}
