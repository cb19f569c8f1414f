import MSAL
import Testing

/// Gives each test separate process-wide state: configuration, log callback, and the one sign-in at a time.
struct OwnProcess: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await ProcessState.$current.withValue(ProcessState()) { try await function() }
    }
}

extension Trait where Self == OwnProcess {
    /// Separate process-wide state for each test.
    static var ownProcess: Self { OwnProcess() }
}
