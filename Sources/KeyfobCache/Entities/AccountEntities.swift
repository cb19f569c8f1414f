/// The entities of one account by kind, each kind in the order in which they were added.
///
/// A store adds entities while it reads, so that these large values are not copied.
package struct AccountEntities: Sendable {
    private(set) var accessTokens: [AccessTokenEntity] = []
    private(set) var refreshTokens: [RefreshTokenEntity] = []
    private(set) var idTokens: [IDTokenEntity] = []
    private(set) var accounts: [AccountEntity] = []
    private(set) var appMetadata: [AppMetadataEntity] = []
    private(set) var signInStates: [SignInStateEntity] = []
    private(set) var unknown: [UnknownEntity] = []

    /// Makes an empty collection.
    package init() {}

    /// Adds an entity.
    package mutating func add(_ entity: CredentialEntity) {
        switch entity {
        case .accessToken(let entity): accessTokens.append(entity)
        case .refreshToken(let entity): refreshTokens.append(entity)
        case .idToken(let entity): idTokens.append(entity)
        case .account(let entity): accounts.append(entity)
        case .appMetadata(let entity): appMetadata.append(entity)
        case .signInState(let entity): signInStates.append(entity)
        case .unknown(let entity): unknown.append(entity)
        }
    }
}
