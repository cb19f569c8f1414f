import Foundation
import KeyfobCore
import KeyfobTesting

/// A network namespace that has nothing but loopback and its own hosts file, with a provider in it that answers in the
/// place of Microsoft's cloud. What succeeds in it has reached nothing outside this machine.
struct PrivateNetwork: Sendable {
    /// The error of a program that ran in it.
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of everything in it.
    let folder: String
    /// The certificate authority of the stand-in.
    let standInCA: String
    /// The provider's own address, which only its own names have.
    let ownOrigin: String
    /// The certificate authority of that address.
    let ownCA: String
    /// The bearer token of the admin API.
    let adminToken: String
    /// The environment of the programs in it.
    let environment: [String: String]
    private let enter: [String]

    /// Runs a body in a network, and ends the provider, which ends the network.
    static func with(_ body: (PrivateNetwork) async throws -> Void) async throws {
        let folder = try TemporaryDirectory("keyfob-private-network")
        defer { folder.remove() }
        let isRoot = geteuid() == 0
        let environment = try await environment(folder.path)
        let provider = try ChildProcess(
            try Witness.program("unshare"),
            (isRoot ? [] : ["--map-root-user"]) + ["--net", "--mount", "/bin/bash", "-c", script]
                + [BuildProducts.executable("keyfob-idp"), folder.path],
            environment: environment)
        let outcome = await Result {
            guard let line = await provider.nextLine() else {
                throw Failed(description: "There is no network: \(await provider.outcome().errors)")
            }
            try await body(
                try PrivateNetwork(
                    folder: folder.path, ready: try JSONValue(parsing: line), environment: environment,
                    enter: ["--target", "\(provider.identifier)"]
                        + (isRoot ? [] : ["--user", "--preserve-credentials"])
                        + ["--net", "--mount", "--wdns=/", "--"]))
        }
        provider.terminate()
        _ = await provider.outcome()
        try outcome.get()
    }

    private static let script = """
        set -eu
        ip link set lo up
        { echo '127.0.0.1 localhost'; echo '::1 localhost'; "$0" hosts; } >"$1/hosts"
        mount --bind "$1/hosts" /etc/hosts
        exec "$0" serve --stand-in --port 0 --data "$1/idp" --print-ready-json
        """

    private static func environment(_ folder: String) async throws -> [String: String] {
        let python = try await Witness.python()
        let person = Witness.root + "/Tests/InteropTests/Python/sign_in.py"
        let ca = folder + "/idp/stand-in/ca.pem"
        // In the background, as a browser: the client waits for it and for its request.
        let browser = folder + "/browser"
        try Data("#!/bin/sh\n'\(python)' '\(person)' \"$1\" >>\"$0.log\" 2>&1 &\n".utf8)
            .write(to: URL(fileURLWithPath: browser))
        chmod(browser, 0o755)
        return [
            "PATH": BuildProducts.folder + ":/usr/sbin:/usr/bin:/sbin:/bin", "HOME": folder, "TMPDIR": folder,
            "KEYFOB_HOME": folder, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1",
            "REQUESTS_CA_BUNDLE": ca, "SSL_CERT_FILE": ca, "CURL_CA_BUNDLE": ca,
            "BROWSER": browser, "KEYFOB_SIGN_IN": person,
            "KEYFOB_PERSON": Contoso.ada, "KEYFOB_PASSWORD": Contoso.password,
            "AZURE_CONFIG_DIR": folder + "/azure", "AZURE_CORE_COLLECT_TELEMETRY": "no",
            "AZURE_CORE_SURVEY_MESSAGE": "no", "AZURE_CORE_NO_COLOR": "yes",
        ]
    }

    private init(folder: String, ready: JSONValue, environment: [String: String], enter: [String]) throws {
        self.folder = folder
        standInCA = ready["stand_in_ca_file"]?.stringValue ?? ""
        ownOrigin = ready["base_url"]?.stringValue ?? ""
        ownCA = ready["ca_file"]?.stringValue ?? ""
        adminToken = try String(contentsOfFile: ready["admin_token_file"]?.stringValue ?? "", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        self.environment = environment
        self.enter = enter
    }

    /// Starts a program in the network.
    ///
    /// - Parameter more: variables of its environment besides those of the network.
    func start(_ program: String, _ arguments: [String], _ more: [String: String] = [:]) throws -> ChildProcess {
        try ChildProcess(
            try Witness.program("nsenter"), enter + [program] + arguments,
            environment: environment.merging(more) { $1 })
    }

    /// Runs a program in the network to its end.
    func run(
        _ program: String, _ arguments: [String], _ more: [String: String] = [:]
    ) async throws -> ChildProcess.Outcome {
        await (try start(program, arguments, more)).outcome()
    }

    /// Runs a program in the network, and returns what it prints as JSON.
    ///
    /// - Throws: ``Failed`` with the errors that it prints.
    @discardableResult
    func json(_ program: String, _ arguments: [String], _ more: [String: String] = [:]) async throws -> JSONValue {
        let outcome = try await run(program, arguments, more)
        guard outcome.status == 0 else { throw Failed(description: "\(arguments): \(outcome.errors)") }
        return outcome.output.allSatisfy(\.isWhitespace) ? .null : try JSONValue(parsing: Array(outcome.output.utf8))
    }

    /// Sends JSON with the admin token to the provider's own address.
    @discardableResult
    func admin(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await json(
            "/usr/bin/env",
            [
                "curl", "-sSf", "--globoff", "--cacert", ownCA, "-H", "Authorization: Bearer \(adminToken)", "-d",
                body.text(),
                "-H", "Content-Type: application/json", "\(ownOrigin)/\(path)",
            ])
    }

    /// The status of an address under the stand-in's authority, as curl gets it.
    func status(_ address: String, _ options: String...) async throws -> String {
        try await run(
            "/usr/bin/env",
            ["curl", "-sS", "--cacert", standInCA, "-o", "/dev/null", "-w", "%{http_code}"] + options + [address]
        ).output
    }
}
