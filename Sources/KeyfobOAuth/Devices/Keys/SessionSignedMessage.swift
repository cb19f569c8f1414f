public import KeyfobCore
public import KeyfobJOSE

/// A message that a device signed with its session key, as the provider reads it.
///
/// Which session key that is, only the message itself says: by the primary refresh token in it.
public struct SessionSignedMessage: Sendable {
    /// What is claimed. Believe nothing before ``verify(with:)``.
    public let claims: [String: JSONValue]
    /// `refresh_token`: the primary refresh token.
    public let primaryRefreshToken: Secret<String>
    private let jws: JWS

    /// Takes a message apart.
    ///
    /// - Throws: `JOSEError` if it is no JWS of a JSON object with a refresh token.
    public init(compact: String) throws(JOSEError) {
        jws = try JWS(compact: compact)
        guard let claims = (try? JSONValue(parsing: jws.payload))?.objectValue else {
            throw JOSEError("The message is not a JSON object, or names a member twice.")
        }
        guard let token = claims["refresh_token"]?.stringValue, !token.isEmpty else {
            throw JOSEError("The message holds no primary refresh token.")
        }
        self.claims = claims
        primaryRefreshToken = Secret(token)
    }

    /// Checks the signature.
    ///
    /// - Parameters:
    ///   - key: the session key.
    ///   - accepted: how the message's own key may be derived of it.
    /// - Throws: `JOSEError` if the message was not signed with that key, or by another derivation.
    public func verify(
        with key: SessionKey, accepting accepted: Set<SessionKey.Derivation> = Set(SessionKey.Derivation.allCases)
    ) throws(JOSEError) {
        try key.verify(jws, accepting: accepted)
    }
}
