import Foundation
import KeyfobCore
import KeyfobTesting

/// MSAL Python at the end of a pipe: one app, with its own cache or a shared one.
struct MSALPython: Sendable {
    /// The release in use.
    let version: String
    private let process: ChildProcess

    /// Starts the interpreter and makes the application object.
    ///
    /// - Parameters:
    /// - cache: Where msal-extensions keeps the tokens; nil for the process's memory.
    /// - reachesLibsecret: Whether it is the interpreter that can call libsecret.
    /// - more: Variables of its environment besides this process's.
    init(
        clientID: String, authority: String, caFile: String, cache: JSONValue = .null, reachesLibsecret: Bool = false,
        environment more: [String: String] = [:]
    ) async throws {
        var environment = ProcessInfo.processInfo.environment.merging(more) { $1 }
        // Variables of the outside environment must not replace the CA file that MSAL is given.
        for name in ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy"] {
            environment[name] = nil
        }
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        process = try ChildProcess(
            try await Witness.python(reachesLibsecret: reachesLibsecret),
            [Witness.root + "/Tests/InteropTests/Python/msal_client.py"],
            environment: environment)
        let settings: JSONValue = [
            "client_id": .string(clientID), "authority": .string(authority), "ca_file": .string(caFile),
            "cache": cache,
        ]
        let answer = try await Self.exchange(settings, with: process)
        version = answer["version"]?.stringValue ?? ""
    }

    /// Calls the MSAL method of that name.
    @discardableResult
    func callAsFunction(_ name: String, _ arguments: [String: JSONValue] = [:]) async throws -> JSONValue {
        var call = arguments
        call["call"] = .string(name)
        return try await Self.exchange(.object(call), with: process)
    }

    /// The paths that MSAL has requested since the last call of this method.
    func requests() async throws -> [String] {
        try await self("requests")["paths"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// Ends the interpreter.
    func close() { process.terminate() }

    private static func exchange(_ call: JSONValue, with process: ChildProcess) async throws -> JSONValue {
        try process.write(call.text() + "\n")
        guard let line = await process.nextLine() else {
            throw Witness.Missing(description: "MSAL Python ended: \(await process.outcome().errors)")
        }
        return try JSONValue(parsing: line)
    }
}
