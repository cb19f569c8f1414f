/// The threads that run tasks by default.
///
/// A server may run a request on the thread of its connection, which other connections share. Token requests stay there,
/// since they take less than changing threads twice is worth; everything else may read many rows or write long pages,
/// and would hold up the others.
enum SharedThreads {
    /// Runs a body on these threads.
    static func run<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await body() }
        return try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
    }
}
