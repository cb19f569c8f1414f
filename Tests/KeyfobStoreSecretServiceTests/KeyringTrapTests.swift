import Foundation
import KeyfobBackport
import KeyfobConformance
import KeyfobDBus
import Testing

@Suite("A keyring that crashes")
struct KeyringTrapTests {
    private struct Broken: Error {}

    @Test("the test runs again, with its own keyring, where one crashed by a trap")
    func trapped() async throws {
        #expect(try await runs(endedBy: SIGTRAP, throwing: 1) == 2)
    }

    @Test(
        "an expectation that fails where the keyring crashed becomes a known issue, and the test runs again")
    func expectation() async throws {
        #expect(try await runs(endedBy: SIGTRAP, throwing: 1, as: { Issue.record("NoReply") }) == 2)
    }

    @Test("a test that fails twice fails, and nothing runs again where the keyring was running or was killed")
    func others() async throws {
        await #expect(throws: Broken.self) { try await runs(endedBy: SIGTRAP, throwing: 2) }
        await #expect(throws: Broken.self) { try await runs(endedBy: SIGKILL, throwing: 1) }
        await #expect(throws: Broken.self) { try await runs(endedBy: nil, throwing: 1) }
    }

    /// The number of runs of a test that throws so many times, after its keyring was ended.
    private func runs(
        endedBy signal: Int32?, throwing failures: Int,
        as fail: @escaping @Sendable () throws -> Void = { throw Broken() }
    ) async throws -> Int {
        let count = Mutex(0)
        let test = try #require(Test.current)
        try await KeyringTrapTrait().provideScope(for: test, testCase: .current) {
            let keyring = try await Keyring()
            if let signal { await keyring.kill(by: signal) }
            let run = count.withLock { count in
                count += 1
                return count
            }
            if run <= failures { try fail() }
        }
        return count.withLock { $0 }
    }
}
