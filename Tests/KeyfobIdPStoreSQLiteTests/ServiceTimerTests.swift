#if Server
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobIdPModel
import KeyfobTesting
import Testing

@testable import KeyfobIdPCommand
@testable import KeyfobIdPStoreSQLite

@Suite("The provider's timer", .timeLimit(.minutes(5)))
struct ServiceTimerTests {
    @Test("A provider without requests deletes expired rows")
    func unasked() async throws {
        let home = try TemporaryDirectory("keyfob-idp-timer")
        defer { home.remove() }
        let directory = DataDirectory(path: home.path + "/data")
        try directory.prepare()
        let store = try SQLiteIdPStore(directory: directory.path)
        let hash = [UInt8](repeating: 0x11, count: 32)
        let now = SystemClock().unixSeconds
        try await store.transaction { transaction in
            for (first, expiresAt) in [(1, now - 120 * 86400), (2, now + 86400)] as [(UInt8, Int64)] {
                try transaction.put(
                    PendingSignIn(
                        idHash: [first] + hash.dropFirst(), browserHash: hash, purpose: .device,
                        tenantSegment: "common", dialect: "v2", parameters: "", correlationID: "c",
                        expiresAt: expiresAt))
            }
        }
        func isThere(_ first: UInt8) async throws -> Bool {
            try await store.transaction { try $0.pendingSignIn(idHash: [first] + hash.dropFirst()) != nil }
        }
        let command = try ServeCommand.parse(["--port", "0", "--signing-algorithm", "ES256"])
        #expect(try await isThere(1))
        let service = try await ProviderService.start(command, in: directory, forgettingEvery: .milliseconds(10))
        let deadline = ContinuousClock.now + .seconds(30)
        while try await isThere(1), .now < deadline {}
        #expect(try await !isThere(1))
        #expect(try await isThere(2))
        await service.stop()
    }
}
#endif
