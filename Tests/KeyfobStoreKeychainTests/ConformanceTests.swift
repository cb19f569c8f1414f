import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The keychain store as a credential store")
struct ConformanceTests {
    @Test("it conforms with two apps of a team as its handles", arguments: CredentialStoreConformance.checks)
    func store(check: ConformanceCheck<CredentialStoreConformance.Opening>) async throws {
        let team = Team()
        let turn = Turn()
        try await check.run { team.store(turn.next() ? "com.contoso.a" : "com.contoso.b") }
    }

    @Test("it conforms on a keychain in a file, too", arguments: CredentialStoreConformance.checks)
    func fileBacked(check: ConformanceCheck<CredentialStoreConformance.Opening>) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/keychain.json"
        let prefix = Team().prefix
        // A keychain object for each handle: they share the file.
        try await check.run {
            Team(keychain: try SimulatedKeychain(path: path), prefix: prefix).store()
        }
    }
}
