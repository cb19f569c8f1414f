import KeyfobCore

/// The key that an access token is to be bound to: a stolen token is useless without the key.
///
/// It is sent as `token_type=pop` and `req_cnf` of a token request; the token's `cnf` names the key, and each request
/// to the resource is signed with it (draft-ietf-oauth-signed-http-request-03, as the Microsoft identity platform uses
/// it).
package struct TokenBinding: Sendable, Hashable {
    /// base64url of the SHA-256 of the public key's required members (RFC 7638).
    package let keyID: String

    /// Makes a binding to a key.
    package init(keyID: String) { self.keyID = keyID }

    /// `token_type` as sent, and as required in the response.
    package static let tokenType = "pop"

    /// `req_cnf`: base64url of `{"kid":"..."}`.
    package var confirmation: String { Base64URL.encode(JSONValue.object(["kid": .string(keyID)]).bytes()) }

    /// The two parameters of a token request.
    package var parameters: FormParameters {
        FormParameters([("token_type", Self.tokenType), ("req_cnf", confirmation)])
    }
}
