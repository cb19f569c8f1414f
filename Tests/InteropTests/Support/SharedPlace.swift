import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

/// A kind of place where both can keep a cache.
struct SharedPlace: Sendable, CustomTestStringConvertible {
    /// Its name in the table.
    let name: String
    /// The kind under which the table counts it.
    let kind: String
    /// A fresh cache of that kind in a folder.
    let open: @Sendable (_ folder: String) async throws -> SharedCache

    var testDescription: String { name }

    static let all = [
        file(lock: "exclusive"), file(lock: "portalocker"),
        keyring("azure-cli", ["schema": "Microsoft Azure CLI", "attributes": ["type": "Token cache"]]),
        keyring(
            "azure-identity",
            [
                "schema": "msal.cache.nocae", "label": "MSALCache",
                "attributes": ["MsalClientID": "Microsoft.Developer.IdentityService"],
            ]),
        keyring("msal-extensions", [:]),
    ]

    private static func file(lock: String) -> SharedPlace {
        SharedPlace(name: "file, \(lock) lock", kind: "plain file") { folder in
            let path = "\(folder)/cache.json"
            return SharedCache(
                folder: folder,
                python: ["persistence": "file", "path": .string(path), "lock": .string(lock)],
                options: ["--cache-file", path], keyring: nil)
        }
    }

    /// The keyring, in the item of a program: Keyfob gets its name, and MSAL Python the values that the program passes
    /// to msal-extensions.
    private static func keyring(_ program: String, _ item: [String: JSONValue]) -> SharedPlace {
        SharedPlace(name: "libsecret, \(program)", kind: "libsecret") { folder in
            let path = "\(folder)/cache.sig"
            let settings: [String: JSONValue] = [
                "persistence": "libsecret", "path": .string(path), "lock": "exclusive",
            ]
            return SharedCache(
                folder: folder, python: .object(settings.merging(item) { $1 }),
                options: ["--cache-keyring", program, "--cache-file", path], keyring: try await Keyring())
        }
    }
}

/// One cache, as each program is configured for it.
struct SharedCache: Sendable {
    /// The folder with its files.
    let folder: String
    /// The configuration of MSAL Python.
    let python: JSONValue
    /// The tool's options.
    let options: [String]
    /// The keyring that contains it, kept alive as long as this value.
    let keyring: Keyring?

    /// The environment in which processes find it.
    var environment: [String: String] {
        guard let keyring else { return ["HOME": folder] }
        return keyring.environment.filter { $0.key != "PATH" }
    }
}
