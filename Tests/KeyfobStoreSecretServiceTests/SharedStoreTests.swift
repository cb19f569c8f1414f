import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobStoreSecretService
import KeyfobStoreSharedFile
import KeyfobTesting
import Testing

@Suite("The store on another library's cache in the keyring", .repeatedIfKeyringTraps)
struct SharedStoreTests {
    private static let schema = SharedCacheSchema.azureIdentityPython(continuousAccess: false)

    @Test("it conforms", arguments: CredentialStoreConformance.checks)
    func conformance(check: ConformanceCheck<CredentialStoreConformance.Opening>) async throws {
        let keyring = try await Keyring()
        try await check.run { try open(keyring) }
    }

    @Test("in base64 too, the format of MSAL.NET, which it keeps")
    func base64() async throws {
        let keyring = try await Keyring()
        let cache = try SecretServiceCache(.msalNet, signalPath: signal(keyring), environment: keyring.environment)
        let store = SharedFileCredentialStore(cache)
        try await store.add("ada", token: "token-of-ada")
        try await store.add("grace", token: "token-of-grace")
        #expect(try SharedFileCredentialStore(cache).token(of: "ada") == "token-of-ada")
        let item = ["xdg:schema", "msal.cache", "MsalClientID", "Microsoft.Developer.IdentityService"]
        let text = try await keyring.secretTool(["lookup"] + item).output
        #expect(Data(base64Encoded: text)?.first == UInt8(ascii: "{"))
    }

    @Test("concurrent writes of MSAL Python and Keyfob lose nothing")
    func writers() async throws {
        let keyring = try await Keyring()
        let store = try open(keyring)
        let python = try await MSALExtensions(keyring, Self.schema).cache(signalPath: signal(keyring))
        defer { python.closeInput() }
        #expect(try await python.ask("find") == "none")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<12 {
                    let answer = try await python.ask("add theirs-\(number)")
                    #expect(answer == "added")
                }
            }
            group.addTask {
                for number in 0..<12 { try await store.add("ours-\(number)", token: "ours-\(number)") }
            }
            try await group.waitForAll()
        }
        let homes = (0..<12).flatMap { ["ours-\($0).tenant", "theirs-\($0).t"] }
        #expect(try open(keyring).homeAccountIDs().sorted() == homes.sorted())
        let secrets = (0..<12).flatMap { ["refresh-ours-\($0)", "theirs-\($0)"] }
        #expect(try await python.ask("find") == secrets.sorted().joined(separator: " "))
    }

    @Test("a locked keyring is a locked store, and nothing is written")
    func locked() async throws {
        let keyring = try await Keyring()
        let store = try open(keyring)
        try await store.add("ada", token: "token-of-ada")
        try keyring.lock()
        let late = try open(keyring)
        #expect { try late.token(of: "ada") } throws: { ($0 as? AuthError)?.code == .storeLocked }
        await #expect { try await late.add("grace", token: "t") } throws: {
            ($0 as? AuthError)?.code == .storeLocked
        }
        try keyring.unlock()
        #expect(try late.token(of: "ada") == "token-of-ada")
        #expect(try late.homeAccountIDs() == ["ada.tenant"])
    }

    private func signal(_ keyring: Keyring) -> String { keyring.directory.path + "/msal.cache.nocae" }

    private func open(_ keyring: Keyring) throws(AuthError) -> SharedFileCredentialStore {
        SharedFileCredentialStore(
            try SecretServiceCache(Self.schema, signalPath: signal(keyring), environment: keyring.environment))
    }
}
