/// Any entity of the unified credential schema.
package enum CredentialEntity: Sendable {
    /// An access token.
    case accessToken(AccessTokenEntity)
    /// A refresh token.
    case refreshToken(RefreshTokenEntity)
    /// An id token.
    case idToken(IDTokenEntity)
    /// A user in one tenant.
    case account(AccountEntity)
    /// The metadata of a client.
    case appMetadata(AppMetadataEntity)
    /// Whether an app is signed in.
    case signInState(SignInStateEntity)
    /// An entity of an unknown kind.
    case unknown(UnknownEntity)

    /// The entity's kind.
    package var kind: CredentialKind {
        switch self {
        case .accessToken: .accessToken
        case .refreshToken: .refreshToken
        case .idToken: .idToken
        case .account: .account
        case .appMetadata: .appMetadata
        case .signInState: .signInState
        case .unknown(let entity): entity.kind
        }
    }

    /// The entity's identity.
    package var key: CredentialKey {
        switch self {
        case .accessToken(let entity): entity.key
        case .refreshToken(let entity): entity.key
        case .idToken(let entity): entity.key
        case .account(let entity): entity.key
        case .appMetadata(let entity): entity.key
        case .signInState(let entity): entity.key
        case .unknown(let entity): entity.key
        }
    }

    /// The sealed part.
    package var contents: CredentialContents {
        switch self {
        case .accessToken(let entity): entity.contents
        case .refreshToken(let entity): entity.contents
        case .idToken(let entity): entity.contents
        case .account(let entity): entity.contents
        case .appMetadata(let entity): entity.contents
        case .signInState(let entity): entity.contents
        case .unknown(let entity): entity.contents
        }
    }
}
