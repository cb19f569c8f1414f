/// The failed passwords of one user, for smart lockout.
public struct Lockout: Sendable, Hashable, Codable {
    /// The user's object id.
    public var userID: String
    /// Failures since the last success, a repetition of a recent wrong password not counted.
    public var failures: Int
    /// The number of locks in a row; each lasts longer.
    public var lockCount: Int
    /// The time (Unix seconds) until which no password is checked.
    public var lockedUntil: Int64
    /// Digests of the last three wrong passwords, keyed with a secret of the tenant, newest last.
    public var recentWrong: [String]
    /// The same counts for browsers in which the user has not signed in before: an attacker elsewhere locks those, and
    /// not the user's own browser.
    public var unfamiliar: Counter?
    /// Digests of the browsers in which the user has signed in, newest last.
    public var familiarBrowsers: [String]?

    /// The counts of one kind of browser.
    public struct Counter: Sendable, Hashable, Codable {
        /// Failures since the last success.
        public var failures: Int
        /// The number of locks in a row.
        public var lockCount: Int
        /// The time (Unix seconds) until which no password is checked.
        public var lockedUntil: Int64

        /// Makes counts; without arguments empty ones.
        public init(failures: Int = 0, lockCount: Int = 0, lockedUntil: Int64 = 0) {
            self.failures = failures
            self.lockCount = lockCount
            self.lockedUntil = lockedUntil
        }
    }

    /// Makes the record of a user without failures.
    public init(
        userID: String, failures: Int = 0, lockCount: Int = 0, lockedUntil: Int64 = 0, recentWrong: [String] = []
    ) {
        self.userID = userID
        self.failures = failures
        self.lockCount = lockCount
        self.lockedUntil = lockedUntil
        self.recentWrong = recentWrong
    }
}
