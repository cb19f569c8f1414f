package import KeyfobCore
package import KeyfobJOSE

/// A device's request for a primary refresh token (MS-OAPXBC section 3.2.5.1.2), signed with the device's key, with a
/// proof of the user.
package struct PRTIssueRequest: Sendable, Hashable {
    /// The proof of the user.
    package enum UserProof: Sendable, Hashable {
        /// The password.
        case password(username: String, password: Secret<String>)
        /// A refresh token that the broker got from a sign-in in its web view.
        case refreshToken(Secret<String>)
        /// A message that was signed with the user's key.
        case assertion(Secret<String>)
    }

    /// `client_id`: the broker's.
    package var clientID: String
    /// `scope`, with `openid` and `aza`.
    package var scopes: ScopeSet
    /// `request_nonce`: the provider's nonce.
    package var nonce: String
    /// The proof of the user.
    package var proof: UserProof
    /// The claim ``DeviceDialect/callerClaim``: the requesting app, if the broker knows it.
    package var caller: JSONValue?

    /// Makes a request.
    package init(
        clientID: String = DeviceDialect.clientID, scopes: ScopeSet = ["openid", "aza", "profile"], nonce: String,
        proof: UserProof, caller: JSONValue? = nil
    ) {
        self.clientID = clientID
        self.scopes = scopes
        self.nonce = nonce
        self.proof = proof
        self.caller = caller
    }

    /// The claims of the signed message.
    package var claims: [String: JSONValue] {
        var out: [String: JSONValue] = [
            "client_id": .string(clientID), "scope": .string(scopes.description), "request_nonce": .string(nonce),
            "iss": .string(DeviceDialect.issuer), "aud": .string(DeviceDialect.audience),
        ]
        out[DeviceDialect.callerClaim] = caller
        switch proof {
        case .password(let username, let password):
            out["grant_type"] = "password"
            out["username"] = .string(username)
            out["password"] = .string(password.reveal())
        case .refreshToken(let token):
            out["grant_type"] = "refresh_token"
            out["refresh_token"] = .string(token.reveal())
        case .assertion(let assertion):
            out["grant_type"] = .string(DeviceDialect.signedRequestGrant)
            out["assertion"] = .string(assertion.reveal())
        }
        return out
    }

    /// Returns the form of the token request.
    ///
    /// - Throws: `JOSEError` if swift-crypto fails.
    package func parameters(signedBy key: DeviceKey) throws(JOSEError) -> FormParameters {
        FormParameters([
            ("windows_api_version", "2.0"), ("grant_type", DeviceDialect.signedRequestGrant),
            ("request", try key.sign(claims).reveal()), ("client_info", "1"), ("tgt", "true"),
        ])
    }

    /// Reads the claims of a message whose signature has been verified.
    ///
    /// - Throws: ``OAuthError`` 900144 if a claim is missing, 70003 if the kind of proof is unknown.
    package init(claims: [String: JSONValue]) throws(OAuthError) {
        func text(_ name: String) throws(OAuthError) -> String {
            guard let text = claims[name]?.stringValue, !text.isEmpty else { throw OAuthError.missing(name) }
            return text
        }
        let kind = try text("grant_type")
        switch kind {
        case "password":
            proof = .password(username: try text("username"), password: Secret(try text("password")))
        case "refresh_token": proof = .refreshToken(Secret(try text("refresh_token")))
        case DeviceDialect.signedRequestGrant: proof = .assertion(Secret(try text("assertion")))
        default: throw OAuthError(70003, ["grant_type": String(kind.prefix(128))])
        }
        clientID = try text("client_id")
        scopes = ScopeSet(spaceSeparated: claims["scope"]?.stringValue ?? "")
        nonce = try text("request_nonce")
        caller = claims[DeviceDialect.callerClaim]
    }
}
