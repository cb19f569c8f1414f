/// A user's second factors, and the counts of wrong codes.
package struct UserFactors: Sendable, Hashable, Codable {
    /// An authenticator app that shows time-based codes (RFC 6238).
    package struct Authenticator: Sendable, Hashable, Codable {
        /// The shared key, 20 bytes.
        package var key: [UInt8]
        /// The time step of the last accepted code: it and earlier steps are not accepted again.
        package var lastStep: Int64?

        /// Makes an authenticator.
        package init(key: [UInt8], lastStep: Int64? = nil) {
            self.key = key
            self.lastStep = lastStep
        }
    }

    /// The user's object id.
    package var userID: String
    /// The authenticator app, if one is registered.
    package var authenticator: Authenticator?
    /// The number to which codes are texted, if one is registered: `+` and digits.
    package var phoneNumber: String?
    /// The wrong codes, and the end of a lock.
    package var failures: Lockout.Counter
    /// The times of the last texted codes (Unix seconds), newest last, for the limit in an hour.
    package var textedAt: [Int64]

    /// Makes a record; with only a user id, of a user without second factors.
    package init(
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
    package var isRegistered: Bool { authenticator != nil || phoneNumber != nil }
}
