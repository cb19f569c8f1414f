package import KeyfobCore
package import KeyfobJOSE

/// A signed message that proves the possession of the key which an access token is bound to: the token and the request
/// that it is for (draft-ietf-oauth-signed-http-request-03, as the Microsoft identity platform uses it). The client
/// builds it, the resource parses it.
package struct SignedHTTPRequest: Sendable, Hashable {
    /// `at`: the access token.
    package var accessToken: Secret<String>
    /// `ts`: the time of signing, in seconds since 1970.
    package var timestamp: Int64
    /// `m`: the method; absent if the message is not bound to one.
    package var method: String?
    /// `u`: the host, with the port if it is not the default.
    package var host: String?
    /// `p`: the path.
    package var path: String?
    /// `nonce`: the resource's, if there is one; else random.
    package var nonce: String?
    /// `cnf.jwk`: the public key.
    package var key: JWK

    /// Makes the message for a request.
    package init(
        accessToken: Secret<String>, timestamp: Int64, method: HTTPMethod?, url: HTTPURL?, nonce: String?, key: JWK
    ) {
        self.accessToken = accessToken
        self.timestamp = timestamp
        self.method = method?.rawValue
        host = url?.hostAndPort
        path = url?.path
        self.nonce = nonce
        self.key = key
    }

    /// Returns the compact form: a JWS with `typ` `JWT` whose `kid` is the key's thumbprint.
    ///
    /// - Throws: `JOSEError` if swift-crypto fails.
    package func signed(with key: SigningKey) throws(JOSEError) -> Secret<String> {
        Secret(try JWS.sign(json.bytes(), with: key))
    }

    private var json: JSONValue {
        var members: [String: JSONValue] = [
            "at": .string(accessToken.reveal()), "ts": .integer(timestamp),
            "cnf": ["jwk": .object(key.key.requiredMembers)],
        ]
        members["m"] = method.map { .string($0) }
        members["u"] = host.map { .string($0) }
        members["p"] = path.map { .string($0) }
        members["nonce"] = nonce.map { .string($0) }
        return .object(members)
    }

    /// Parses the compact form and verifies its signature with the key that it contains.
    ///
    /// The resource has to check that the access token is bound to that key (`cnf.kid` is the thumbprint), that the
    /// time, the method and the URL are right, and that the nonce was not used before.
    ///
    /// - Throws: `JOSEError` if the message is malformed, the key is not supported, or the signature is not valid.
    package init(verifying compact: String) throws(JOSEError) {
        let jws = try JWS(compact: compact)
        guard let members = (try? JSONValue(parsing: jws.payload))?.objectValue,
            let token = members["at"]?.stringValue, !token.isEmpty, let timestamp = members["ts"]?.integerValue,
            let key = members["cnf"]?["jwk"]
        else { throw JOSEError("The signed request has no token, no time or no key.") }
        self.key = try JWK(json: key)
        guard let algorithm = self.key.algorithm else { throw JOSEError("The key has no algorithm.") }
        try jws.verify(with: self.key, algorithm: algorithm)
        accessToken = Secret(token)
        self.timestamp = timestamp
        method = members["m"]?.stringValue
        host = members["u"]?.stringValue
        path = members["p"]?.stringValue
        nonce = members["nonce"]?.stringValue
    }
}

extension JWK {
    /// base64url of the ``thumbprint``: the identifier of the bound key in tokens (`cnf.kid`).
    package var thumbprintText: String { Base64URL.encode(thumbprint) }
}

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
