import KeyfobBackport

extension ClaimsRequest {
    /// Parses the `claims` value of a resource's challenge (`WWW-Authenticate`): base64 of the JSON, in either alphabet
    /// (RFC 4648 sections 4 and 5), padded or not. The JSON itself is accepted, too.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it is neither.
    public init(challenge value: String) throws(AuthError) {
        guard !value.drop(while: \.isWhitespace).hasPrefix("{") else {
            try self.init(value)
            return
        }
        guard let bytes = Base64URL.decodeAnyAlphabet(value), let text = String(valid: bytes, as: UTF8.self) else {
            throw .configuration(
                "The claims challenge is not base64 of a JSON object.",
                remedy: "Pass the claims value of the WWW-Authenticate header exactly as the resource gave it.")
        }
        try self.init(text)
    }
}

extension AuthError {
    /// The claims that the next request, usually an interactive one, must contain to satisfy the server or the
    /// resource; nil if there is no claims challenge, or it is malformed.
    public var claimsChallenge: ClaimsRequest? {
        server?.claimsChallenge.flatMap { try? ClaimsRequest(challenge: $0) }
    }
}
