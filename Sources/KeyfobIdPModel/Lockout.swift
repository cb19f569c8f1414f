/// The failed passwords of one user, for smart lockout.
package struct Lockout: Sendable, Hashable, Codable {
    /// The user's object id.
    package var userID: String
    /// Failures since the last success, a repetition of a recent wrong password not counted.
    package var failures: Int
    /// The number of locks in a row; each lasts longer.
    package var lockCount: Int
    /// The time (Unix seconds) until which no password is checked.
    package var lockedUntil: Int64
    /// Digests of the last three wrong passwords, keyed with a secret of the tenant, newest last.
    package var recentWrong: [String]
    /// The same counts for browsers in which the user has not signed in before: an attacker elsewhere locks those, and
    /// not the user's own browser.
    package var unfamiliar: Counter?
    /// Digests of the browsers in which the user has signed in, newest last.
    package var familiarBrowsers: [String]?

    /// The counts of one kind of browser.
    package struct Counter: Sendable, Hashable, Codable {
        /// Failures since the last success.
        package var failures: Int
        /// The number of locks in a row.
        package var lockCount: Int
        /// The time (Unix seconds) until which no password is checked.
        package var lockedUntil: Int64

        /// Makes counts; without arguments empty ones.
        package init(failures: Int = 0, lockCount: Int = 0, lockedUntil: Int64 = 0) {
            self.failures = failures
            self.lockCount = lockCount
            self.lockedUntil = lockedUntil
        }
    }

    /// Makes the record of a user without failures.
    package init(
        userID: String, failures: Int = 0, lockCount: Int = 0, lockedUntil: Int64 = 0, recentWrong: [String] = []
    ) {
        self.userID = userID
        self.failures = failures
        self.lockCount = lockCount
        self.lockedUntil = lockedUntil
        self.recentWrong = recentWrong
    }
}
