package import Testing

/// Runs each test of a suite once with each of the provider's stores: what a test's providers store, they store there.
///
/// An issue has the store's name as a comment.
package struct OnEveryStore: SuiteTrait, TestTrait, TestScoping {
    /// True: it applies to each test of a suite.
    package var isRecursive: Bool { true }

    /// Runs a test case with one store after another.
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        var first: (any Error)?
        for kind in StoreKind.allCases {
            let naming: IssueHandlingTrait = .compactMapIssues { issue in
                var issue = issue
                issue.comments.append("with the store: \(kind.rawValue)")
                return issue
            }
            do {
                try await naming.provideScope(for: test, testCase: testCase) {
                    try await StoreKind.$current.withValue(kind) { try await function() }
                }
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }
}

extension Trait where Self == OnEveryStore {
    /// Runs each test once with each of the provider's stores.
    package static var onEveryStore: OnEveryStore { OnEveryStore() }
}
