import KeyfobBackport
package import KeyfobCache
import KeyfobCore

/// The requirements of every ``KeyfobCache/RefreshLock``. The subject is a lock that is not held.
package enum RefreshLockConformance {
    private static let key = RefreshLockKey(
        environment: "login.windows.net", homeAccountID: "uid.utid", clientOrFamily: "client")

    /// All checks.
    package static let checks: [ConformanceCheck<any RefreshLock>] = [
        ConformanceCheck("only one caller holds a key at a time, and every caller acquires it") { lock in
            let room = Room()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await lock.withLock(key, timeoutSeconds: 600) { () async throws(AuthError) in
                            room.enter()
                            await Task.yield()
                            room.leave()
                        }
                    }
                }
                try await group.waitForAll()
            }
            try require(room.counts == [0, 1, 50], "one holder at a time, and every caller once")
        },
        ConformanceCheck("spellings and aliases of one key are one key, and another key is free") { lock in
            let alias = RefreshLockKey(
                environment: "login.microsoftonline.com", homeAccountID: "UID.utid", clientOrFamily: "CLIENT")
            let other = RefreshLockKey(
                environment: "login.windows.net", homeAccountID: "uid.utid", clientOrFamily: "1")
            try await lock.withLock(key, timeoutSeconds: 600) { () async throws(AuthError) in
                try await lock.withLock(other, timeoutSeconds: 0) { () async throws(AuthError) in }
                do throws(AuthError) {
                    try await lock.withLock(alias, timeoutSeconds: 0) { () async throws(AuthError) in }
                    throw AuthError(.configuration, origin: .app, message: "The alias should have been held.")
                } catch {
                    guard error.code == .network else { throw error }
                }
            }
        },
        ConformanceCheck("a waiting caller times out with a network error, and the holder is not affected") { lock in
            let value = try await lock.withLock(key, timeoutSeconds: 600) { () async throws(AuthError) in
                do throws(AuthError) {
                    try await lock.withLock(key, timeoutSeconds: 0) { () async throws(AuthError) in }
                    return "entered"
                } catch {
                    return error.code.rawValue
                }
            }
            try require(value == AuthError.Code.network.rawValue, "a network error")
            try await lock.withLock(key, timeoutSeconds: 0) { () async throws(AuthError) in }
        },
        ConformanceCheck("an error of the holder is rethrown, and releases the key") { lock in
            do {
                try await lock.withLock(key, timeoutSeconds: 600) { () async throws(AuthError) in
                    throw AuthError.configuration("on purpose")
                }
                throw ConformanceFailure(description: "an error")
            } catch AuthError.configuration {}
            try await lock.withLock(key, timeoutSeconds: 0) { () async throws(AuthError) in }
        },
        ConformanceCheck("a waiting caller that is cancelled stops waiting") { lock in
            try await lock.withLock(key, timeoutSeconds: 600) { () async throws(AuthError) in
                let waiter = Task {
                    do throws(AuthError) {
                        try await lock.withLock(key, timeoutSeconds: 3_600) { () async throws(AuthError) in }
                        return AuthError.Code.configuration
                    } catch {
                        return error.code
                    }
                }
                waiter.cancel()
                let code = await waiter.value
                guard code == .canceled else {
                    throw AuthError(.configuration, origin: .app, message: "The waiter should have been cancelled.")
                }
            }
        },
    ]
}

/// Counts the current holders.
private final class Room: Sendable {
    private struct Occupancy {
        var now = 0
        var most = 0
        var total = 0
    }

    private let occupancy = Mutex(Occupancy())

    /// The current holders, the most at a time, and their total.
    var counts: [Int] { occupancy.withLock { [$0.now, $0.most, $0.total] } }

    func enter() {
        occupancy.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
            $0.total += 1
        }
    }

    func leave() { occupancy.withLock { $0.now -= 1 } }
}
