package import KeyfobCore

/// The provider's nonce, which proves that a signed message is fresh: requested at the token endpoint with
/// `grant_type=srv_challenge`, returned as `{"Nonce":"…"}`.
package enum ServerNonce {
    /// `grant_type`
    package static let grantType = "srv_challenge"

    /// The form of the request.
    package static var parameters: FormParameters { FormParameters([("grant_type", grantType)]) }

    /// Returns the JSON of the response.
    package static func json(_ nonce: String) -> JSONValue { ["Nonce": .string(nonce)] }

    /// Parses the response.
    ///
    /// - Throws: ``MessageError`` if it contains no nonce.
    package static func parse(_ body: [UInt8]) throws(MessageError) -> String {
        try MessageReader(body, "nonce response").required("Nonce")
    }
}
