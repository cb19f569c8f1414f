import Foundation
import KeyfobTesting
import Synchronization
package import Testing

/// Runs a test once more whose GNOME Keyring ended itself by a trap, and prints what the keyring said.
///
/// gnome-keyring 42 does so now and then on a loaded machine, in calls that succeed a thousand times otherwise. What a
/// test sees then is a bus that says `NoReply`, or a program that heard as much: nothing that the code under test did, and
/// nothing that it could mend. What goes wrong while every keyring lives, or after the test killed one, is never taken back.
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
    /// A keyring that ends itself by a trap has the test run once more.
    package static var repeatedIfKeyringTraps: Self { Self() }
}

/// The keyrings that a test has started.
final class StartedKeyrings: Sendable {
    @TaskLocal static var current: StartedKeyrings?

    private let daemons = Mutex<[ChildProcess]>([])
    private let spoiler = Mutex<ChildProcess?>(nil)

    func append(_ daemon: ChildProcess) { daemons.withLock { $0.append(daemon) } }

    /// Whether one has ended by a trap, asked where something went wrong.
    func hasSpoiledTest() -> Bool {
        if spoiler.withLock({ $0 != nil }) { return true }
        let started = daemons.withLock { $0 }
        guard let trapped = ChildProcess.first(of: started, endedWith: 128 + SIGTRAP) else { return false }
        spoiler.withLock { $0 = trapped }
        return true
    }

    /// What the one printed that ended by a trap and made the test go wrong; nil if nothing did.
    func lastWordsOfTheSpoiler() async -> String? { await spoiler.withLock { $0 }?.outcome().errors }
}
