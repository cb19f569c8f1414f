import KeyfobCache
import KeyfobCore

extension EntityRow {
    /// The row of an entity.
    convenience init(_ entity: CredentialEntity) {
        let key = entity.key
        let kind = entity.kind.rawValue
        switch entity {
        case .accessToken(let token):
            self.init(
                home: key.homeAccountID, name: key.name, kind: kind, environment: token.environment,
                client: token.clientID, realm: token.realm, target: token.scopes.description, type: token.tokenType,
                claims: token.requestedClaims, cachedAt: token.cachedAt, expiresOn: token.expiresOn,
                extendedExpiresOn: token.extendedExpiresOn, refreshOn: token.refreshOn)
        case .refreshToken(let token):
            self.init(
                home: key.homeAccountID, name: key.name, kind: kind, environment: token.environment,
                client: token.clientID, family: token.familyID)
        case .idToken(let token):
            self.init(
                home: key.homeAccountID, name: key.name, kind: kind, environment: token.environment,
                client: token.clientID, realm: token.realm)
        case .account(let user):
            self.init(
                home: key.homeAccountID, name: key.name, kind: kind, environment: user.environment,
                realm: user.realm, type: user.authorityType, localAccount: user.localAccountID,
                username: user.username)
        case .appMetadata(let metadata):
            self.init(
                home: key.homeAccountID, name: key.name, kind: kind, environment: metadata.environment,
                client: metadata.clientID, family: metadata.familyID)
        case .signInState(let state):
            self.init(
                home: key.homeAccountID, name: key.name, kind: kind, client: state.clientID,
                type: state.state.rawValue, app: state.app)
        case .unknown: self.init(home: key.homeAccountID, name: key.name, kind: kind)
        }
    }

    /// The entity of a row; an unknown entity if the members do not fit the kind.
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
        guard let environment, let client, let realm, let target, let cachedAt, let expiresOn,
            TokenSyntax.isTokenType(type ?? "Bearer")
        else { return nil }
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
