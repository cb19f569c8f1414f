#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobStoreSQLite
import KeyfobTesting

@testable import KeyfobBrokerCore
@testable import KeyfobDemo

extension DemoDevice {
    /// The broker's primary refresh tokens.
    func secretsOfBroker() async throws -> [PrimaryToken] { try await stateOfBroker().primaryTokens }

    /// The broker's state, opened as only root can: with the broker's key, from a copy of its files.
    func stateOfBroker() async throws -> BrokerState {
        let home = try await listing(DemoApps.broker).home + "/broker"
        let copy = try TemporaryDirectory("keyfob-vault")
        defer { copy.remove() }
        try FileManager.default.createDirectory(
            atPath: "\(copy.path)/keys", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(home)/keys") {
            // As files of this process: a key that belongs to another user is refused.
            _ = FileManager.default.createFile(
                atPath: "\(copy.path)/keys/\(name)",
                contents: FileManager.default.contents(atPath: "\(home)/keys/\(name)"),
                attributes: [.posixPermissions: 0o600])
        }
        let bytes = FileManager.default.contents(atPath: "\(home)/vault").map { Array($0) }
        let vault = try BrokerVault(
            storage: InMemoryVaultStorage(bytes), keys: FileSealingKey(directory: "\(copy.path)/keys"))
        return vault.state
    }
}
#endif
#endif
