/// Names that messages of brokers and devices share.
package enum DeviceDialect {
    /// The client id with which a broker requests a primary refresh token.
    package static let clientID = "29d9ed98-a469-4536-ade2-f981bc1d605e"
    /// The client ids of brokers: only they may have a primary refresh token, which is valid for every app.
    package static let brokerClientIDs: Set<String> = [clientID, "38aa3b87-a06d-4817-b275-7a316988d93b"]
    /// `iss` of messages that a broker signs.
    package static let issuer = "aad:brokerplugin"
    /// `aud` of messages that a broker signs for the public cloud.
    package static let audience = "login.microsoftonline.com"
    /// `grant_type` of a token request whose parameters are in a signed message (RFC 7523 section 2.1).
    package static let signedRequestGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    /// The scope that requests a primary refresh token, or a new one to replace the one that is used.
    package static let primaryRefreshTokenScope = "aza"
    /// The claim in which a broker names the requesting app, in the form of `CallerIdentity`.
    package static let callerClaim = "keyfob_caller"
    /// The header with which a client announces that it supports device challenges, and its value.
    package static let deviceChallengeField = (name: "x-ms-PkeyAuth+", value: "1.0")
    /// The suffix of such a client's `User-Agent`.
    package static let deviceChallengeAgent = "PKeyAuth/1.0"
    /// The header and cookie with which a primary refresh token signs its user in on a page.
    package static let refreshTokenCredentialField = "x-ms-RefreshTokenCredential"
    /// The header and cookie that prove a device on a page.
    package static let deviceCredentialField = "x-ms-DeviceCredential"
    /// The query parameter with which the provider requests a credential with a new nonce.
    package static let freshNonceParameter = "sso_nonce"
}
