import KeyfobCore
package import KeyfobIdPModel
import Testing

/// The requirements of every ``IdPStore``; each adapter and the store in memory run them.
package struct IdPStoreConformance: Sendable {
    /// Makes an empty store.
    package let makeStore: @Sendable () async throws -> any IdPStore

    /// Creates the checks for an adapter.
    package init(makeStore: @escaping @Sendable () async throws -> any IdPStore) { self.makeStore = makeStore }

    /// Runs all checks.
    package func run() async throws {
        try await atomicity()
        try await isolation()
        try await directory()
        try await users()
        try await guests()
        try await consents()
        try await effectiveConsents()
        try await sessions()
        try await authorizationCodes()
        try await consumeOnce()
        try await authorizationsBelow()
        try await refreshTokens()
        try await refreshTokenLines()
        try await deviceCodes()
        try await files()
        try await nonces()
        try await devices()
        try await primaryRefreshTokens()
        try await directoryObjects()
        try await factorsAndEnrollments()
        try await signInLog()
        try await signInLogLimits()
        try await settings()
        try await purge()
        try await purgeInPieces()
        try await waitingRows()
        try await removedUsers()
        try await deletedItems()
        try await signInLogBackwards()
    }

    /// The error of a body whose transaction must leave nothing behind.
    package struct Abandoned: Error {}

    /// A body that throws writes nothing, and concurrent ones keep their work.
    package func atomicity() async throws {
        let store = try await makeStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    do {
                        try await store.transaction { transaction in
                            try transaction.put(Sample.user(number))
                            if number.isMultiple(of: 3) { throw Abandoned() }
                        }
                        #expect(!number.isMultiple(of: 3))
                    } catch is Abandoned {
                        #expect(number.isMultiple(of: 3))
                    }
                }
            }
            try await group.waitForAll()
        }
        let kept = try await store.transaction { Set(try $0.users().map(\.objectID)) }
        let expected = (0..<60).filter { !$0.isMultiple(of: 3) }.map { Sample.user($0).objectID }
        #expect(kept == Set(expected))
    }

    /// Two transactions never read the same state and both write based on it.
    package func isolation() async throws {
        let store = try await makeStore()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await store.transaction { transaction in
                        try transaction.setClockOffset(try transaction.clockOffset() + 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await expect(100, in: store) { try $0.clockOffset() }
    }

    /// Reads in a separate transaction, and expects a value.
    func expect<Value: Sendable & Equatable>(
        _ expected: Value, in store: any IdPStore, sourceLocation: SourceLocation = #_sourceLocation,
        _ read: @escaping @Sendable (any IdPTransaction) throws -> Value
    ) async throws {
        let found = try await store.transaction(read)
        #expect(found == expected, sourceLocation: sourceLocation)
    }
}
