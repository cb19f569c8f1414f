public import KeyfobCore

/// The provider's nonce, which proves that a signed message is fresh: requested at the token endpoint with
/// `grant_type=srv_challenge`, returned as `{"Nonce":"…"}`.
public enum ServerNonce {
    /// `grant_type`
    public static let grantType = "srv_challenge"

    /// The form of the request.
    public static var parameters: FormParameters { FormParameters([("grant_type", grantType)]) }

    /// Returns the JSON of the response.
    public static func json(_ nonce: String) -> JSONValue { ["Nonce": .string(nonce)] }

    /// Parses the response.
    ///
    /// - Throws: ``MessageError`` if it contains no nonce.
    public static func parse(_ body: [UInt8]) throws(MessageError) -> String {
        try MessageReader(body, "nonce response").required("Nonce")
    }
}
