/// A user's second factors, and what is remembered of wrong codes.
public struct UserFactors: Sendable, Hashable, Codable {
    /// An authenticator app that shows codes of the time (RFC 6238).
    public struct Authenticator: Sendable, Hashable, Codable {
        /// The shared key, 20 bytes.
        public var key: [UInt8]
        /// The time step of the last code that was accepted: no earlier one, and not the same again, is accepted.
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
    /// Wrong codes, and until when none is looked at.
    public var failures: Lockout.Counter
    /// When the last codes were texted (Unix seconds), newest last: so many an hour and no more.
    public var textedAt: [Int64]

    /// Makes a record; without more arguments, of a user without second factors.
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
