public import KeyfobCore

/// The provider's nonce, by which a signed message is shown to be fresh: asked for at the token endpoint with
/// `grant_type=srv_challenge`, answered as `{"Nonce":"…"}`.
public enum ServerNonce {
    /// `grant_type`
    public static let grantType = "srv_challenge"

    /// The request's form.
    public static var parameters: FormParameters { FormParameters([("grant_type", grantType)]) }

    /// The answer's JSON.
    public static func json(_ nonce: String) -> JSONValue { ["Nonce": .string(nonce)] }

    /// Reads the answer.
    ///
    /// - Throws: ``MessageError`` if there is no nonce in it.
    public static func parse(_ body: [UInt8]) throws(MessageError) -> String {
        try MessageReader(body, "answer to the request for a nonce").required("Nonce")
    }
}
