public import KeyfobCore
import KeyfobJOSE

/// What signs a primary refresh token's user in on a page of the provider's without a prompt: the header or cookie
/// `x-ms-RefreshTokenCredential`, signed with the session key.
public struct RefreshTokenCredential: Sendable, Hashable {
    /// `refresh_token`: the primary refresh token.
    public var primaryRefreshToken: Secret<String>
    /// `request_nonce`: the provider's own.
    public var nonce: String?
    /// `iat`, in place of a nonce, in seconds since 1970.
    public var issuedAt: Int64?
    /// `is_primary`: whether it is the device's first account.
    public var isPrimary: Bool
    /// `ua_client_id`: the app for which the page is shown.
    public var clientID: String?
    /// `ua_redirect_uri`: that app's redirect URI.
    public var redirectURI: String?
    /// The claim ``DeviceDialect/callerClaim``: which app asks, if the broker knows.
    public var caller: JSONValue?

    /// Makes a credential.
    ///
    /// - Parameters:
    ///   - primaryRefreshToken: the primary refresh token.
    ///   - nonce: the provider's own.
    ///   - issuedAt: the present moment in seconds since 1970, where there is no nonce yet.
    ///   - isPrimary: whether it is the device's first account.
    ///   - clientID: the app for which the page is shown.
    ///   - redirectURI: that app's redirect URI.
    ///   - caller: which app asks, if the broker knows.
    public init(
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

    /// The field's value.
    public func signed(
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

    /// Reads the claims of a message whose signature was checked.
    public init(_ message: SessionSignedMessage) {
        let claims = message.claims
        self.init(
            primaryRefreshToken: message.primaryRefreshToken, nonce: claims["request_nonce"]?.stringValue,
            issuedAt: claims["iat"].flatMap { $0.integerValue ?? $0.stringValue.flatMap { Int64($0) } },
            isPrimary: claims["is_primary"]?.stringValue == "true" || claims["is_primary"]?.boolValue == true,
            clientID: claims["ua_client_id"]?.stringValue, redirectURI: claims["ua_redirect_uri"]?.stringValue,
            caller: claims[DeviceDialect.callerClaim])
    }
}
