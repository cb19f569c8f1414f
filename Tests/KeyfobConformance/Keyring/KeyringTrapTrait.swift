import Foundation
import KeyfobBackport
import KeyfobTesting
package import Testing

/// Runs a test again whose GNOME Keyring crashed by a trap, and prints the keyring's output.
///
/// gnome-keyring 42 does so now and then on a loaded machine, in calls that succeed a thousand times otherwise. The
/// test then sees a bus that returns `NoReply`, or a program that got the same: neither the fault of the code under
/// test nor something that it could fix. A failure while every keyring is running, or after the test killed one, is
/// never ignored.
package struct KeyringTrapTrait: SuiteTrait, TestTrait, TestScoping {
    /// For the tests of a suite, one by one.
    package var isRecursive: Bool { true }

    /// Creates the trait; tests name it `repeatedIfKeyringTraps`.
    package init() {}

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let started = StartedKeyrings()
        try await withKnownIssue("gnome-keyring-daemon ended itself by a trap", isIntermittent: true) {
            try await StartedKeyrings.$current.withValue(started) { try await function() }
        } matching: { _ in
            started.hasSpoiledTest()
        }
        guard let words = await started.lastWordsOfTheSpoiler() else { return }
        print("gnome-keyring-daemon ended itself during \"\(test.displayName ?? test.name)\": \(words)")
        try await function()
    }
}

extension Trait where Self == KeyringTrapTrait {
    /// Runs the test again if a keyring crashed by a trap.
    package static var repeatedIfKeyringTraps: Self { Self() }
}

/// The keyrings that a test has started.
final class StartedKeyrings: Sendable {
    @TaskLocal static var current: StartedKeyrings?

    private let daemons = Mutex<[ChildProcess]>([])
    private let spoiler = Mutex<ChildProcess?>(nil)

    func append(_ daemon: ChildProcess) { daemons.withLock { $0.append(daemon) } }

    /// Whether one has crashed by a trap, checked after a failure.
    func hasSpoiledTest() -> Bool {
        if spoiler.withLock({ $0 != nil }) { return true }
        let started = daemons.withLock { $0 }
        guard let trapped = ChildProcess.first(of: started, endedWith: 128 + SIGTRAP) else { return false }
        spoiler.withLock { $0 = trapped }
        return true
    }

    /// The output of the keyring that crashed and made the test fail; nil if none did.
    func lastWordsOfTheSpoiler() async -> String? { await spoiler.withLock { $0 }?.outcome().errors }
}
