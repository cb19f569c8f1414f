import Foundation
import KeyfobTesting
import Synchronization
package import Testing

/// Runs a test once more whose GNOME Keyring ended itself by a trap, and prints what the keyring said.
///
/// gnome-keyring 42 does so now and then on a loaded machine, in calls that succeed a thousand times otherwise. What a
/// test sees then is a bus that says `NoReply`: nothing that the code under test did, and nothing that it could mend. An
/// expectation that failed is never taken back, nor is an error while the keyring lives or after the test killed it.
package struct KeyringTrapTrait: SuiteTrait, TestTrait, TestScoping {
    /// For the tests of a suite, one by one.
    package var isRecursive: Bool { true }

    /// The trait; tests name it `repeatedIfKeyringTraps`.
    package init() {}

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let started = StartedKeyrings()
        do {
            try await StartedKeyrings.$current.withValue(started) { try await function() }
        } catch {
            guard let words = await started.lastWordsOfTrapped() else { throw error }
            print("gnome-keyring-daemon ended itself during \"\(test.displayName ?? test.name)\": \(words)")
            try await function()
        }
    }
}

extension Trait where Self == KeyringTrapTrait {
    /// A keyring that ends itself by a trap has the test run once more.
    package static var repeatedIfKeyringTraps: Self { Self() }
}

/// The keyrings that a test has started.
final class StartedKeyrings: Sendable {
    @TaskLocal static var current: StartedKeyrings?

    private let daemons = Mutex<[ChildProcess]>([])

    func append(_ daemon: ChildProcess) { daemons.withLock { $0.append(daemon) } }

    /// What one printed that ended by a trap; nil if none did.
    ///
    /// The test is over: those that live still are killed, which leaves a trap's mark on those that had ended.
    func lastWordsOfTrapped() async -> String? {
        for daemon in daemons.withLock({ $0 }) {
            daemon.signal(SIGKILL)
            let outcome = await daemon.outcome()
            if outcome.status == 128 + SIGTRAP { return outcome.errors }
        }
        return nil
    }
}
