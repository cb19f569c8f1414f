import Foundation
import KeyfobConformance
import KeyfobStoreSecretService
import KeyfobTesting
import Testing

/// Genuine msal-extensions with genuine libsecret, in the virtual environment that `Scripts/witnesses` makes.
struct MSALExtensions {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    private let keyring: Keyring
    private let schema: SharedCacheSchema

    init(_ keyring: Keyring, _ schema: SharedCacheSchema) async throws {
        self.keyring = keyring
        self.schema = schema
        try #require(
            FileManager.default.isExecutableFile(atPath: Self.python),
            "msal-extensions is missing: run Scripts/witnesses, as \"make test\" does")
    }

    private static var python: String { root + "/build/witnesses-libsecret/bin/python" }

    /// A token cache that stays open, driven line by line.
    func cache(signalPath: String) throws -> ChildProcess {
        let script = Self.root + "/Tests/KeyfobStoreSecretServiceTests/Python/persisted_cache.py"
        let attributes = schema.attributes.map { "\($0.key)=\($0.value)" }
        return try ChildProcess(
            Self.python, ["-B", script, signalPath, schema.name] + attributes, environment: keyring.environment)
    }

    /// Returns the output of an action.
    func run(_ action: String, input: String = "") async throws -> String {
        let script = Self.root + "/Tests/KeyfobStoreSecretServiceTests/Python/libsecret_cache.py"
        let attributes = schema.attributes.map { "\($0.key)=\($0.value)" }
        let outcome = try await ChildProcess.run(
            Self.python, ["-B", script, action, schema.name, schema.label] + attributes,
            environment: keyring.environment, input: input)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }
}

extension ChildProcess {
    /// Writes a line and returns the next one.
    func ask(_ line: String) async throws -> String? {
        try write(line + "\n")
        return await nextLine()
    }
}
