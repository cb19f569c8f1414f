/// The kinds of credentials in IdentityCore, by their `credential_type`.
package enum KeychainCredentialKind: String, Sendable, Hashable, CaseIterable {
    /// A bearer token.
    case accessToken = "AccessToken"
    /// A token that is bound to a key: `pop` or `ssh-cert`.
    case accessTokenWithAuthScheme = "AccessToken_With_AuthScheme"
    /// The refresh token of a client, or of a family.
    case refreshToken = "RefreshToken"
    /// An id token of the v2 endpoint.
    case idToken = "IdToken"
    /// An id token of the v1 endpoint, for ADAL's cache.
    case v1IDToken = "V1IdToken"
    /// A broker's primary refresh token.
    case primaryRefreshToken = "PrimaryRefreshToken"
    /// The only refresh token of a family, if ``KeychainItemKey/singleFamilyTokenSwitch`` is on.
    case familyRefreshToken = "FamilyRefreshToken"
    /// A refresh token that is bound to a device.
    case boundRefreshToken = "BoundRefreshToken"

    /// The kind of a `credential_type`, in any letter case.
    package init?(credentialType: String) {
        let known = Self.allCases.first { $0.rawValue.isSameIdentifier(as: credentialType) }
        guard let known else { return nil }
        self = known
    }

    /// `kSecAttrType`
    package var type: KeychainItemType {
        switch self {
        case .accessToken: .accessToken
        case .accessTokenWithAuthScheme: .accessTokenWithAuthScheme
        case .refreshToken: .refreshToken
        case .idToken: .idToken
        case .v1IDToken: .v1IDToken
        case .primaryRefreshToken: .primaryRefreshToken
        case .familyRefreshToken: .familyRefreshToken
        case .boundRefreshToken: .boundRefreshToken
        }
    }

    /// Whether its removal is recorded in the wipe marker.
    package var isRefreshToken: Bool {
        switch self {
        case .refreshToken, .primaryRefreshToken, .familyRefreshToken, .boundRefreshToken: true
        case .accessToken, .accessTokenWithAuthScheme, .idToken, .v1IDToken: false
        }
    }

    /// Whether it belongs to one client, unless it has a family: such a credential is removed when the client's last
    /// app is signed out.
    package var isOfOneClient: Bool { self != .primaryRefreshToken && self != .familyRefreshToken }
}
