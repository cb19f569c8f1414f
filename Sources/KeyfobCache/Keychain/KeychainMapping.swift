/// The unified schema in a keychain, with IdentityCore's layout: one item for each entity, whose value is the entity as
/// JSON.
///
/// Unknown data is kept: members in ``CredentialContents``, kinds as ``UnknownEntity``; items of other programs are not
/// touched.
package enum KeychainMapping {
    /// The `secret` of a credential that is marked as deleted.
    static let tombstone = "<tombstone>"
}

extension KeychainMapping {
    private static let common: Set = [
        KeychainMember.credentialType, KeychainMember.homeAccountID, KeychainMember.environment,
    ]
    private static let credential: Set = common.union([KeychainMember.secret, KeychainMember.clientID])

    /// The members of an ``AccessTokenEntity``; all others are kept in its contents.
    static let accessTokenMembers = credential.union([
        KeychainMember.realm, KeychainMember.target, KeychainMember.tokenType, KeychainMember.cachedAt,
        KeychainMember.expiresOn, KeychainMember.extendedExpiresOn, KeychainMember.refreshOn,
        KeychainMember.requestedClaims,
    ])
    /// The members of a ``RefreshTokenEntity``.
    static let refreshTokenMembers = credential.union([KeychainMember.familyID])
    /// The members of an ``IDTokenEntity``.
    static let idTokenMembers = credential.union([KeychainMember.realm])
    /// The members of an ``AccountEntity``.
    static let accountMembers = common.union([
        KeychainMember.realm, KeychainMember.localAccountID, KeychainMember.username, KeychainMember.authorityType,
    ])
    /// The members of an ``AppMetadataEntity``.
    static let appMetadataMembers: Set = [
        KeychainMember.clientID, KeychainMember.environment, KeychainMember.familyID,
    ]
    /// The members of a ``SignInStateEntity``.
    static let signInStateMembers: Set = [
        KeychainMember.credentialType, KeychainMember.homeAccountID, KeychainMember.clientID, KeychainMember.app,
        KeychainMember.signInState,
    ]
}
