import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The keychain store as a credential store")
struct ConformanceTests {
    @Test("it conforms, its handles being two apps of a team", arguments: CredentialStoreConformance.checks)
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
        // A keychain object for each handle: what they share is the file.
        try await check.run {
            Team(keychain: try SimulatedKeychain(path: path), prefix: prefix).store()
        }
    }
}
