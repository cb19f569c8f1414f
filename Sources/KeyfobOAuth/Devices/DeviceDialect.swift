/// Names that the messages of brokers and devices have in common.
public enum DeviceDialect {
    /// The client id by which a broker asks for a primary refresh token.
    public static let clientID = "29d9ed98-a469-4536-ade2-f981bc1d605e"
    /// The client ids of brokers: they alone may hold a primary refresh token, which is good for every app.
    public static let brokerClientIDs: Set<String> = [clientID, "38aa3b87-a06d-4817-b275-7a316988d93b"]
    /// `iss` of messages that a broker signs.
    public static let issuer = "aad:brokerplugin"
    /// `aud` of messages that a broker signs for the public cloud.
    public static let audience = "login.microsoftonline.com"
    /// `grant_type` of a token request whose parameters stand in a signed message (RFC 7523 section 2.1).
    public static let signedRequestGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    /// The scope that asks for a primary refresh token, or for a new one in place of the one that is used.
    public static let primaryRefreshTokenScope = "aza"
    /// The claim in which a broker says which app asks it; its form is `CallerIdentity`'s.
    public static let callerClaim = "keyfob_caller"
    /// The header that says that the sender answers device challenges, and its value.
    public static let deviceChallengeField = (name: "x-ms-PkeyAuth+", value: "1.0")
    /// What such a sender's `User-Agent` ends with.
    public static let deviceChallengeAgent = "PKeyAuth/1.0"
    /// The header and cookie by which a primary refresh token signs its user in on a page.
    public static let refreshTokenCredentialField = "x-ms-RefreshTokenCredential"
    /// The header and cookie by which a device proves itself on a page.
    public static let deviceCredentialField = "x-ms-DeviceCredential"
    /// The query parameter with which the provider asks for a credential with a fresh nonce.
    public static let freshNonceParameter = "sso_nonce"
}
