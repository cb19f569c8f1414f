import KeyfobCache
import KeyfobCore

extension EntityRow {
    /// The row of an entity.
    init(_ entity: CredentialEntity) {
        self.init(home: entity.key.homeAccountID, name: entity.key.name, kind: entity.kind.rawValue)
        switch entity {
        case .accessToken(let token):
            (environment, client, realm) = (token.environment, token.clientID, token.realm)
            (target, type, claims) = (token.scopes.description, token.tokenType, token.requestedClaims)
            (cachedAt, expiresOn) = (token.cachedAt, token.expiresOn)
            (extendedExpiresOn, refreshOn) = (token.extendedExpiresOn, token.refreshOn)
        case .refreshToken(let token):
            (environment, client, family) = (token.environment, token.clientID, token.familyID)
        case .idToken(let token):
            (environment, client, realm) = (token.environment, token.clientID, token.realm)
        case .account(let user):
            (environment, realm, type) = (user.environment, user.realm, user.authorityType)
            (localAccount, username) = (user.localAccountID, user.username)
        case .appMetadata(let metadata):
            (environment, client, family) = (metadata.environment, metadata.clientID, metadata.familyID)
        case .signInState(let state):
            (client, app, type) = (state.clientID, state.app, state.state.rawValue)
        case .unknown: break
        }
    }

    private init(home: String, name: String, kind: String) {
        self.home = home
        self.name = name
        self.kind = kind
    }

    /// The entity of a row; one whose members do not fit its kind is kept as unknown.
    func entity(_ contents: CredentialContents) -> CredentialEntity {
        switch CredentialKind(rawValue: kind) {
        case .accessToken: accessToken(contents) ?? unknown(contents)
        case .refreshToken: refreshToken(contents) ?? unknown(contents)
        case .idToken: idToken(contents) ?? unknown(contents)
        case .account: account(contents) ?? unknown(contents)
        case .appMetadata: appMetadata(contents) ?? unknown(contents)
        case .signInState: signInState(contents) ?? unknown(contents)
        default: unknown(contents)
        }
    }

    private func unknown(_ contents: CredentialContents) -> CredentialEntity {
        .unknown(
            UnknownEntity(
                kind: CredentialKind(rawValue: kind), key: CredentialKey(homeAccountID: home, name: name),
                contents: contents))
    }

    private func accessToken(_ contents: CredentialContents) -> CredentialEntity? {
        guard let environment, let client, let realm, let target, let cachedAt, let expiresOn else { return nil }
        return .accessToken(
            AccessTokenEntity(
                homeAccountID: home, environment: environment, clientID: client, realm: realm,
                scopes: ScopeSet(spaceSeparated: target), tokenType: type ?? "Bearer", cachedAt: cachedAt,
                expiresOn: expiresOn, extendedExpiresOn: extendedExpiresOn, refreshOn: refreshOn,
                requestedClaims: claims, contents: contents))
    }

    private func refreshToken(_ contents: CredentialContents) -> CredentialEntity? {
        guard let environment, let client else { return nil }
        return .refreshToken(
            RefreshTokenEntity(
                homeAccountID: home, environment: environment, clientID: client, familyID: family,
                contents: contents))
    }

    private func idToken(_ contents: CredentialContents) -> CredentialEntity? {
        guard let environment, let client, let realm else { return nil }
        return .idToken(
            IDTokenEntity(
                homeAccountID: home, environment: environment, clientID: client, realm: realm, contents: contents))
    }

    private func account(_ contents: CredentialContents) -> CredentialEntity? {
        guard let environment, let realm, let localAccount, let username else { return nil }
        return .account(
            AccountEntity(
                homeAccountID: home, environment: environment, realm: realm, localAccountID: localAccount,
                username: username, authorityType: type ?? "MSSTS", contents: contents))
    }

    private func appMetadata(_ contents: CredentialContents) -> CredentialEntity? {
        guard let environment, let client else { return nil }
        return .appMetadata(
            AppMetadataEntity(
                clientID: client, environment: environment, familyID: family ?? "", contents: contents))
    }

    private func signInState(_ contents: CredentialContents) -> CredentialEntity? {
        guard let client, let app, let state = type.flatMap(SignInStateEntity.State.init) else { return nil }
        return .signInState(
            SignInStateEntity(homeAccountID: home, clientID: client, app: app, state: state, contents: contents))
    }
}
