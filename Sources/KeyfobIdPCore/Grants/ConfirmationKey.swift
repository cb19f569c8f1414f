import KeyfobCore
import KeyfobOAuth

/// The key to which an access token is bound (`token_type=pop`, `req_cnf`), by its thumbprint (RFC 7638, RFC 7800
/// section 3.4).
struct ConfirmationKey: Sendable {
    let keyID: String

    /// The key that a request names; nil for a bearer token.
    ///
    /// - Throws: ``OAuthError`` 90014 if a bound token is requested without a key, 90023 if the key is malformed or the
    ///   type of token is unknown.
    static func requested(by request: TokenRequest) throws(OAuthError) -> ConfirmationKey? {
        switch request.tokenType?.lowercased() {
        case nil, "bearer": return nil
        case "pop":
            guard let text = request.confirmation else { throw OAuthError(90014, ["parameter": "req_cnf"]) }
            let json = Base64URL.decode(text).flatMap { try? JSONValue(parsing: $0) }
            // A SHA-256 hash in base64url has 43 characters.
            guard let keyID = json?["kid"]?.stringValue, Base64URL.decode(keyID)?.count == 32 else {
                throw OAuthError(90023, ["detail": "req_cnf does not name a key by its thumbprint"])
            }
            return ConfirmationKey(keyID: keyID)
        default: throw OAuthError(90023, ["detail": "the token type is neither Bearer nor pop"])
        }
    }
}
