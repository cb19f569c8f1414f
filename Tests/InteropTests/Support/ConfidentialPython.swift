import Foundation
import KeyfobCore
import KeyfobTesting

/// MSAL Python and azure-identity as confidential clients, at the end of a pipe.
struct ConfidentialPython: Sendable {
    private let process: ChildProcess

    /// Starts the interpreter, for the client Contoso Web.
    ///
    /// - Parameter more: Variables of its environment besides this process's.
    init(
        _ provider: RunningProvider, tenant: String = Contoso.tenant, environment more: [String: String] = [:]
    ) async throws {
        var environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
        // Variables of the outside environment must not replace the CA file that the libraries are given.
        for name in ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy"] {
            environment[name] = nil
        }
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        process = try ChildProcess(
            try await Witness.python(),
            [Witness.root + "/Tests/InteropTests/Python/confidential_client.py"], environment: environment)
        let settings: JSONValue = [
            "origin": .string(provider.origin), "tenant": .string(tenant), "client_id": .string(Contoso.web),
            "ca_file": .string(provider.caFile),
        ]
        _ = try await exchange(settings)
    }

    /// Calls the method of that name.
    @discardableResult
    func callAsFunction(_ name: String, _ arguments: [String: JSONValue] = [:]) async throws -> JSONValue {
        var call = arguments
        call["call"] = .string(name)
        return try await exchange(.object(call))
    }

    /// Ends the interpreter.
    func close() { process.terminate() }

    private func exchange(_ call: JSONValue) async throws -> JSONValue {
        try process.write(call.text() + "\n")
        guard let line = await process.nextLine() else {
            throw Witness.Missing(description: "The interpreter ended: \(await process.outcome().errors)")
        }
        return try JSONValue(parsing: line)
    }
}
