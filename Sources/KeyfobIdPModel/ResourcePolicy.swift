/// The requirements of an API for an access token besides its permissions.
package struct ResourcePolicy: Sendable, Hashable, Codable {
    /// An operation at an API.
    package enum Operation: String, Sendable, Hashable, Codable, CaseIterable {
        /// Listing and reading.
        case read
        /// Creating and changing.
        case write
        /// Removing.
        case delete
    }

    /// The authentication context (`c1` to `c99`) that an operation requires, by the operation's raw value.
    package var contexts: [String: String]
    /// The time (Unix seconds) from which a token must be, by the user's object id: tokens from before an event are
    /// refused although they have not expired.
    package var notBefore: [String: Int64]

    /// Makes a policy.
    package init(contexts: [String: String] = [:], notBefore: [String: Int64] = [:]) {
        self.contexts = contexts
        self.notBefore = notBefore
    }
}
