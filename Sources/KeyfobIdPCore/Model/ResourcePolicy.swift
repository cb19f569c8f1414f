/// What an API wants of an access token beyond its permissions.
public struct ResourcePolicy: Sendable, Hashable, Codable {
    /// What may be done at an API.
    public enum Operation: String, Sendable, Hashable, Codable, CaseIterable {
        /// Listing and reading.
        case read
        /// Making and changing.
        case write
        /// Removing.
        case delete
    }

    /// The authentication context (`c1` to `c99`) that an operation needs, by the operation's raw value.
    public var contexts: [String: String]
    /// From which moment on (Unix seconds) a token has to be valid first, by the user's object id: tokens from before
    /// an event in the user's life are refused although their time is not up.
    public var notBefore: [String: Int64]

    /// Makes a policy.
    public init(contexts: [String: String] = [:], notBefore: [String: Int64] = [:]) {
        self.contexts = contexts
        self.notBefore = notBefore
    }
}
