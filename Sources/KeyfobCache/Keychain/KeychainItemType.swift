/// The values of `kSecAttrType` by which IdentityCore (the core of MSAL and ADAL on Apple's platforms) distinguishes
/// its entities, and one type for entities that only Keyfob has.
package enum KeychainItemType: UInt32, Sendable, Hashable, CaseIterable {
    /// A user, `authority_type` `AAD`.
    case accountAAD = 1001
    /// A user, `authority_type` `MSA`.
    case accountMSA = 1002
    /// A user, `authority_type` `MSSTS`.
    case accountMSSTS = 1003
    /// A user, `authority_type` `ADFS`.
    case accountADFS = 1004
    /// `AccessToken`
    case accessToken = 2001
    /// `RefreshToken`, of a client or a family.
    case refreshToken = 2002
    /// `IdToken`
    case idToken = 2003
    /// `PrimaryRefreshToken`
    case primaryRefreshToken = 2005
    /// `V1IdToken`
    case v1IDToken = 2006
    /// `AccessToken_With_AuthScheme`
    case accessTokenWithAuthScheme = 2007
    /// `FamilyRefreshToken`
    case familyRefreshToken = 2008
    /// `BoundRefreshToken`
    case boundRefreshToken = 2009
    /// The metadata of a client in an environment.
    case appMetadata = 3001
    /// The metadata of a client's accounts: sign-in states and cached authorities.
    case accountMetadata = 5001
    /// Keyfob's own entities, which IdentityCore's queries by type skip (the letters `kfob`).
    case keyfob = 0x6B66_6F62

    /// The type of a user; nil for an `authority_type` that IdentityCore does not support.
    package init?(authorityType: String) {
        switch authorityType.lowercased() {
        case "aad": self = .accountAAD
        case "msa": self = .accountMSA
        case "mssts": self = .accountMSSTS
        case "adfs": self = .accountADFS
        default: return nil
        }
    }
}
