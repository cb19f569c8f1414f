public import KeyfobCore

/// What came of a reply to a request of an earlier run of the app: the system had ended the app while the broker was in
/// front.
public enum ResumedReply: Sendable {
    /// Tokens of the version 2 endpoints; they are in the store.
    case token(TokenResult)
    /// A token of the version 1 endpoints; it is in ADAL's cache.
    case v1(V1Result)
    /// It went wrong.
    case failure(AuthError)
}
