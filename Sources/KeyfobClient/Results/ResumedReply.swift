public import KeyfobCore

/// The outcome of a response to a request of an earlier run of the app, which the system had ended while the broker was
/// in front.
public enum ResumedReply: Sendable {
    /// Tokens of the version 2 endpoints; they are in the store.
    case token(TokenResult)
    /// A token of the version 1 endpoints; it is in ADAL's cache.
    case v1(V1Result)
    /// An error.
    case failure(AuthError)
}
