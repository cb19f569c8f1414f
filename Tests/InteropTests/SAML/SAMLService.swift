import Foundation
import KeyfobCore
import KeyfobTesting

/// A service of python3-saml at the end of a pipe.
struct SAMLService: Sendable {
    static let host = "portal.contoso.test"
    static let entity = "https://portal.contoso.test/saml"

    /// What the service knows of the provider, and its own certificate.
    let about: JSONValue
    private let process: ChildProcess

    /// Starts the interpreter with the provider's metadata.
    ///
    /// - Parameters:
    /// - signs: Whether it signs its requests.
    /// - wants: Which of `assertion`, `response` and `both` it wants signed.
    /// - isEncrypted: Whether it wants assertions encrypted.
    init(
        metadata: String, host: String = host, entity: String = entity, signs: Bool = true, wants: String = "assertion",
        isEncrypted: Bool = false, format: String = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    ) async throws {
        var environment = ProcessInfo.processInfo.environment
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        process = try ChildProcess(
            try await Witness.python(), [Witness.root + "/Tests/InteropTests/Python/saml_service.py"],
            environment: environment)
        let settings: JSONValue = [
            "metadata": .string(metadata), "host": .string(host), "entity": .string(entity), "signs": .bool(signs),
            "wants": .string(wants), "encrypted": .bool(isEncrypted), "format": .string(format),
        ]
        about = try await Self.exchange(settings, with: process)
    }

    /// Calls the service.
    @discardableResult
    func callAsFunction(_ name: String, _ arguments: [String: JSONValue] = [:]) async throws -> JSONValue {
        var call = arguments
        call["call"] = .string(name)
        return try await Self.exchange(.object(call), with: process)
    }

    /// Ends the interpreter.
    func close() { process.terminate() }

    private static func exchange(_ call: JSONValue, with process: ChildProcess) async throws -> JSONValue {
        try process.write(call.text() + "\n")
        guard let line = await process.nextLine() else {
            throw Witness.Missing(description: "python3-saml ended: \(await process.outcome().errors)")
        }
        return try JSONValue(parsing: line)
    }
}
