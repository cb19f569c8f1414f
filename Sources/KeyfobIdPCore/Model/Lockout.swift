/// What smart lockout remembers of one user's failed passwords.
public struct Lockout: Sendable, Hashable, Codable {
    /// The user's object id.
    public var userID: String
    /// Failures since the last success, a repetition of a recent wrong password not counted.
    public var failures: Int
    /// How many times in a row the account was locked: each time lasts longer.
    public var lockCount: Int
    /// Until when (Unix seconds) no password is looked at.
    public var lockedUntil: Int64
    /// Digests of the last three wrong passwords, keyed with a secret of the tenant, newest last.
    public var recentWrong: [String]
    /// The same counts for browsers in which the user has not signed in before: whoever guesses from elsewhere locks
    /// out elsewhere, and not the user's own browser.
    public var unfamiliar: Counter?
    /// Digests of the browsers in which the user has signed in, newest last.
    public var familiarBrowsers: [String]?

    /// The counts of one kind of place.
    public struct Counter: Sendable, Hashable, Codable {
        /// Failures since the last success.
        public var failures: Int
        /// How many times in a row it was locked.
        public var lockCount: Int
        /// Until when (Unix seconds) no password is looked at.
        public var lockedUntil: Int64

        /// Makes counts that have not begun.
        public init(failures: Int = 0, lockCount: Int = 0, lockedUntil: Int64 = 0) {
            self.failures = failures
            self.lockCount = lockCount
            self.lockedUntil = lockedUntil
        }
    }

    /// Makes the record of a user who has not failed yet.
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
