import Foundation
import KeyfobCache
import KeyfobCore
import Testing

/// The keys that IdentityCore's own tests expect.
@Suite("IdentityCore's published keys")
struct IdentityCoreVectorTests {
    private static func list(_ section: String) throws -> [JSONValue] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: tests.appending(path: "Vectors/identitycore-keychain-keys.json"))
        return try #require(JSONValue(parsing: data)[section]?.arrayValue)
    }

    private func expect(_ key: KeychainItemKey, _ vector: JSONValue) {
        #expect(key.account == vector["account"]?.stringValue)
        #expect(key.service == vector["service"]?.stringValue)
        #expect(key.generic == vector["generic"]?.stringValue)
        #expect(key.type.map { Int64($0.rawValue) } == vector["type"]?.integerValue)
    }

    @Test("credentials have the keys of IdentityCore's tests")
    func credentials() throws {
        let vectors = try Self.list("credentials")
        #expect(vectors.count == 10)
        for vector in vectors {
            func text(_ name: String) -> String? { vector["input"]?[name]?.stringValue }
            let name = KeychainCredentialName(
                try #require(text("credential_type").flatMap(KeychainCredentialKind.init(credentialType:))),
                homeAccountID: try #require(text("home_account_id")), environment: try #require(text("environment")),
                clientID: try #require(text("client_id")), familyID: text("family_id"), realm: text("realm"),
                target: text("target"), tokenType: text("token_type"),
                applicationIdentifier: text("application_cache_identifier"))
            expect(name.key, vector)
        }
    }

    @Test("users and clients have the keys of IdentityCore's tests")
    func others() throws {
        for vector in try Self.list("accounts") {
            func text(_ name: String) throws -> String { try #require(vector["input"]?[name]?.stringValue) }
            let key = KeychainItemKey.account(
                homeAccountID: try text("home_account_id"), environment: try text("environment"),
                realm: try text("realm"), username: try text("username"), authorityType: try text("authority_type"))
            expect(key, vector)
        }
        for vector in try Self.list("app_metadata") {
            func text(_ name: String) throws -> String { try #require(vector["input"]?[name]?.stringValue) }
            let key = KeychainItemKey.appMetadata(
                clientID: try text("client_id"), environment: try text("environment"),
                familyID: try text("family_id"))
            expect(key, vector)
        }
    }
}
