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

/// An entity of an unknown kind, which is kept unchanged.
package struct UnknownEntity: Sendable {
    /// Its kind.
    package let kind: CredentialKind
    /// Its identity.
    package let key: CredentialKey
    /// All members, and the secret if it has one.
    package let contents: CredentialContents

    /// Makes an entity.
    package init(kind: CredentialKind, key: CredentialKey, contents: CredentialContents) {
        self.kind = kind
        self.key = key
        self.contents = contents
    }
}

/// The kind of an entity in the unified credential schema: its section in the schema's JSON form.
///
/// A struct, so that kinds of a later version survive a rewrite by this one.
package struct CredentialKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The stored name.
    package let rawValue: String
    /// Makes a kind from its name.
    package init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    package var description: String { rawValue }

    /// An access token.
    package static let accessToken = CredentialKind(rawValue: "AccessToken")
    /// A refresh token, of one client or of a family.
    package static let refreshToken = CredentialKind(rawValue: "RefreshToken")
    /// An id token, as issued.
    package static let idToken = CredentialKind(rawValue: "IdToken")
    /// A user in one tenant.
    package static let account = CredentialKind(rawValue: "Account")
    /// The metadata of a client: its family.
    package static let appMetadata = CredentialKind(rawValue: "AppMetadata")
    /// The sign-in state of one app for one account.
    package static let signInState = CredentialKind(rawValue: "SignInState")
}
