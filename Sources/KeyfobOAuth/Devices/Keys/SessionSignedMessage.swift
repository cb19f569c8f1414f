package import KeyfobCore
package import KeyfobJOSE

/// A message that a device signed with its session key, as the provider parses it.
///
/// Only the primary refresh token in the message identifies the session key.
package struct SessionSignedMessage: Sendable {
    /// The claims. Do not trust them before ``verify(with:)``.
    package let claims: [String: JSONValue]
    /// `refresh_token`: the primary refresh token.
    package let primaryRefreshToken: Secret<String>
    private let jws: JWS

    /// Parses a message.
    ///
    /// - Throws: `JOSEError` if it is not a JWS of a JSON object with a refresh token.
    package init(compact: String) throws(JOSEError) {
        jws = try JWS(compact: compact)
        guard let claims = (try? JSONValue(parsing: jws.payload))?.objectValue else {
            throw JOSEError("The message is not a JSON object, or has a duplicate member.")
        }
        guard let token = claims["refresh_token"]?.stringValue, !token.isEmpty else {
            throw JOSEError("The message contains no primary refresh token.")
        }
        self.claims = claims
        primaryRefreshToken = Secret(token)
    }

    /// Verifies the signature.
    ///
    /// - Parameters:
    ///   - key: the session key.
    ///   - accepted: the accepted derivations of the message's key.
    /// - Throws: `JOSEError` if the message was signed with another key or derivation.
    package func verify(
        with key: SessionKey, accepting accepted: Set<SessionKey.Derivation> = Set(SessionKey.Derivation.allCases)
    ) throws(JOSEError) {
        try key.verify(jws, accepting: accepted)
    }
}
