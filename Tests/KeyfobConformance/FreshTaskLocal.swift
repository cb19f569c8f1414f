package import Testing

/// Binds a task-local variable to a new value around each test, so that tests do not share state that is otherwise one
/// for the process.
package struct FreshTaskLocal<Value: Sendable>: SuiteTrait, TestTrait, TestScoping {
    private let variable: TaskLocal<Value>
    private let makeValue: @Sendable () -> Value

    /// Makes the trait from the variable and the maker of its values.
    package init(_ variable: TaskLocal<Value>, _ makeValue: @escaping @Sendable () -> Value) {
        self.variable = variable
        self.makeValue = makeValue
    }

    /// True: each test of a suite gets a value.
    package var isRecursive: Bool { true }

    /// Runs a test case with a new value.
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await variable.withValue(makeValue()) { try await function() }
    }
}
