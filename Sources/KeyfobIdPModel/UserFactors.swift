/// A user's second factors, and the counts of wrong codes.
public struct UserFactors: Sendable, Hashable, Codable {
    /// An authenticator app that shows time-based codes (RFC 6238).
    public struct Authenticator: Sendable, Hashable, Codable {
        /// The shared key, 20 bytes.
        public var key: [UInt8]
        /// The time step of the last accepted code: it and earlier steps are not accepted again.
        public var lastStep: Int64?

        /// Makes an authenticator.
        public init(key: [UInt8], lastStep: Int64? = nil) {
            self.key = key
            self.lastStep = lastStep
        }
    }

    /// The user's object id.
    public var userID: String
    /// The authenticator app, if one is registered.
    public var authenticator: Authenticator?
    /// The number to which codes are texted, if one is registered: `+` and digits.
    public var phoneNumber: String?
    /// The wrong codes, and the end of a lock.
    public var failures: Lockout.Counter
    /// The times of the last texted codes (Unix seconds), newest last, for the limit in an hour.
    public var textedAt: [Int64]

    /// Makes a record; with only a user id, of a user without second factors.
    public init(
        userID: String, authenticator: Authenticator? = nil, phoneNumber: String? = nil,
        failures: Lockout.Counter = Lockout.Counter(), textedAt: [Int64] = []
    ) {
        self.userID = userID
        self.authenticator = authenticator
        self.phoneNumber = phoneNumber
        self.failures = failures
        self.textedAt = textedAt
    }

    /// Whether the user has a second factor.
    public var isRegistered: Bool { authenticator != nil || phoneNumber != nil }
}
