package import KeyfobCore
import KeyfobJOSE

/// A credential that signs a primary refresh token's user in on a page of the provider without a prompt: the header or
/// cookie `x-ms-RefreshTokenCredential`, signed with the session key.
package struct RefreshTokenCredential: Sendable, Hashable {
    /// `refresh_token`: the primary refresh token.
    package var primaryRefreshToken: Secret<String>
    /// `request_nonce`: the provider's nonce.
    package var nonce: String?
    /// `iat`, instead of a nonce, in seconds since 1970.
    package var issuedAt: Int64?
    /// `is_primary`: whether it is the device's first account.
    package var isPrimary: Bool
    /// `ua_client_id`: the app for which the page is shown.
    package var clientID: String?
    /// `ua_redirect_uri`: that app's redirect URI.
    package var redirectURI: String?
    /// The claim ``DeviceDialect/callerClaim``: the requesting app, if the broker knows it.
    package var caller: JSONValue?

    /// Makes a credential.
    ///
    /// - Parameters:
    ///   - primaryRefreshToken: the primary refresh token.
    ///   - nonce: the provider's nonce.
    ///   - issuedAt: the current time in seconds since 1970, if there is no nonce yet.
    ///   - isPrimary: whether it is the device's first account.
    ///   - clientID: the app for which the page is shown.
    ///   - redirectURI: that app's redirect URI.
    ///   - caller: the requesting app, if the broker knows it.
    package init(
        primaryRefreshToken: Secret<String>, nonce: String?, issuedAt: Int64? = nil, isPrimary: Bool = true,
        clientID: String? = nil, redirectURI: String? = nil, caller: JSONValue? = nil
    ) {
        self.primaryRefreshToken = primaryRefreshToken
        self.nonce = nonce
        self.issuedAt = issuedAt
        self.isPrimary = isPrimary
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.caller = caller
    }

    /// Returns the value of the header or cookie.
    package func signed(
        with key: SessionKey, random: any RandomSource,
        derivation: SessionKey.Derivation = .contextAndPayload
    ) -> Secret<String> {
        var claims: [String: JSONValue] = [
            "refresh_token": .string(primaryRefreshToken.reveal()), "is_primary": .string(isPrimary ? "true" : "false"),
            "windows_api_version": "2.0.1",
        ]
        claims["request_nonce"] = nonce.map { .string($0) }
        claims["iat"] = issuedAt.map { .integer($0) }
        claims["ua_client_id"] = clientID.map { .string($0) }
        claims["ua_redirect_uri"] = redirectURI.map { .string($0) }
        claims[DeviceDialect.callerClaim] = caller
        return key.sign(claims, random: random, derivation: derivation)
    }

    /// Reads the claims of a message whose signature has been verified.
    package init(_ message: SessionSignedMessage) {
        let claims = message.claims
        self.init(
            primaryRefreshToken: message.primaryRefreshToken, nonce: claims["request_nonce"]?.stringValue,
            issuedAt: claims["iat"].flatMap { $0.integerValue ?? $0.stringValue.flatMap { Int64($0) } },
            isPrimary: claims["is_primary"]?.stringValue == "true" || claims["is_primary"]?.boolValue == true,
            clientID: claims["ua_client_id"]?.stringValue, redirectURI: claims["ua_redirect_uri"]?.stringValue,
            caller: claims[DeviceDialect.callerClaim])
    }
}
