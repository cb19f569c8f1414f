/// One requirement of every adapter of a port, as a value that a test runs.
package struct ConformanceCheck<Subject: Sendable>: Sendable, CustomStringConvertible {
    /// The requirement, as a sentence.
    package let description: String
    /// Tests a fresh subject; throws ``ConformanceFailure`` if the requirement is not met.
    package let run: @Sendable (Subject) async throws -> Void

    init(_ description: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
        self.description = description
        self.run = run
    }
}

/// Why an adapter does not conform.
package struct ConformanceFailure: Error, CustomStringConvertible {
    /// The expectation that was not met.
    package let description: String
}

/// Fails the running check unless a condition holds.
func require(_ condition: Bool, _ expectation: String) throws(ConformanceFailure) {
    guard condition else { throw ConformanceFailure(description: expectation) }
}

/// The value, or a failure of the running check.
func require<T>(_ value: T?, _ expectation: String) throws(ConformanceFailure) -> T {
    guard let value else { throw ConformanceFailure(description: expectation) }
    return value
}
