/// Names that messages of brokers and devices share.
public enum DeviceDialect {
    /// The client id with which a broker requests a primary refresh token.
    public static let clientID = "29d9ed98-a469-4536-ade2-f981bc1d605e"
    /// The client ids of brokers: only they may have a primary refresh token, which is valid for every app.
    public static let brokerClientIDs: Set<String> = [clientID, "38aa3b87-a06d-4817-b275-7a316988d93b"]
    /// `iss` of messages that a broker signs.
    public static let issuer = "aad:brokerplugin"
    /// `aud` of messages that a broker signs for the public cloud.
    public static let audience = "login.microsoftonline.com"
    /// `grant_type` of a token request whose parameters are in a signed message (RFC 7523 section 2.1).
    public static let signedRequestGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    /// The scope that requests a primary refresh token, or a new one to replace the one that is used.
    public static let primaryRefreshTokenScope = "aza"
    /// The claim in which a broker names the requesting app, in the form of `CallerIdentity`.
    public static let callerClaim = "keyfob_caller"
    /// The header with which a client announces that it supports device challenges, and its value.
    public static let deviceChallengeField = (name: "x-ms-PkeyAuth+", value: "1.0")
    /// The suffix of such a client's `User-Agent`.
    public static let deviceChallengeAgent = "PKeyAuth/1.0"
    /// The header and cookie with which a primary refresh token signs its user in on a page.
    public static let refreshTokenCredentialField = "x-ms-RefreshTokenCredential"
    /// The header and cookie that prove a device on a page.
    public static let deviceCredentialField = "x-ms-DeviceCredential"
    /// The query parameter with which the provider requests a credential with a new nonce.
    public static let freshNonceParameter = "sso_nonce"
}
