import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

/// A kind of place where both can keep a cache.
struct SharedPlace: Sendable, CustomTestStringConvertible {
    /// Its name in the table.
    let name: String
    /// Under which of the table's kinds it counts.
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

    /// The keyring, in the item of a program: Keyfob is told its name, and MSAL Python what that program tells
    /// msal-extensions.
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

/// One cache, by the words in which each is told of it.
struct SharedCache: Sendable {
    /// A folder of its own, where its files are.
    let folder: String
    /// What MSAL Python is told.
    let python: JSONValue
    /// The tool's options.
    let options: [String]
    /// The keyring that it is in, which lives as long as this does.
    let keyring: Keyring?

    /// What processes need to find it.
    var environment: [String: String] {
        guard let keyring else { return ["HOME": folder] }
        return keyring.environment.filter { $0.key != "PATH" }
    }
}
