extension KeychainMapping {
    private static let common: Set = [
        KeychainMember.credentialType, KeychainMember.homeAccountID, KeychainMember.environment,
    ]
    private static let credential: Set = common.union([KeychainMember.secret, KeychainMember.clientID])

    /// What an ``AccessTokenEntity`` models itself; every other member is kept in its contents.
    static let accessTokenMembers = credential.union([
        KeychainMember.realm, KeychainMember.target, KeychainMember.tokenType, KeychainMember.cachedAt,
        KeychainMember.expiresOn, KeychainMember.extendedExpiresOn, KeychainMember.refreshOn,
        KeychainMember.requestedClaims,
    ])
    /// What a ``RefreshTokenEntity`` models itself.
    static let refreshTokenMembers = credential.union([KeychainMember.familyID])
    /// What an ``IDTokenEntity`` models itself.
    static let idTokenMembers = credential.union([KeychainMember.realm])
    /// What an ``AccountEntity`` models itself.
    static let accountMembers = common.union([
        KeychainMember.realm, KeychainMember.localAccountID, KeychainMember.username, KeychainMember.authorityType,
    ])
    /// What an ``AppMetadataEntity`` models itself.
    static let appMetadataMembers: Set = [
        KeychainMember.clientID, KeychainMember.environment, KeychainMember.familyID,
    ]
    /// What a ``SignInStateEntity`` models itself.
    static let signInStateMembers: Set = [
        KeychainMember.credentialType, KeychainMember.homeAccountID, KeychainMember.clientID, KeychainMember.app,
        KeychainMember.signInState,
    ]
}
