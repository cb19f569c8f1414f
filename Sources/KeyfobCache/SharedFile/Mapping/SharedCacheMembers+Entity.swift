import KeyfobCore

extension SharedCacheMembers {
    /// The members of an entity, in MSAL Python's order, followed by those that are not modelled.
    ///
    /// - Parameters:
    ///   - home: the account as spelled in the document.
    ///   - now: the present time, in seconds since 1970.
    init(_ entity: CredentialEntity, home: String, environments: SharedCacheEnvironments, now: Int64) {
        // A transaction opens the contents of its entities, so this does not fail.
        let opened = (try? entity.contents.open()) ?? CredentialContents.Opened(secret: nil)
        let secret = opened.secret?.reveal()
        switch entity {
        case .accessToken(let token): add(token, secret, home, environments)
        case .refreshToken(let token):
            begin(.refreshToken, secret, home, token.environment, token.clientID, environments)
            set(SharedCacheNames.modified, time: now)
            set(SharedCacheNames.family, token.familyID)
        case .idToken(let token):
            begin(.idToken, secret, home, token.environment, nil, environments)
            set(SharedCacheNames.realm, token.realm)
            set(SharedCacheNames.client, token.clientID)
        case .account(let user): add(user, home, environments)
        case .appMetadata(let metadata):
            let (host, issuer) = environments.written(metadata.environment)
            set(SharedCacheNames.client, metadata.clientID)
            set(SharedCacheNames.environment, host)
            set(SharedCacheNames.family, metadata.familyID.isEmpty ? nil : metadata.familyID)
            set(SharedCacheNames.host, issuer)
        case .signInState(let state):
            set(SharedCacheNames.home, home)
            set(SharedCacheNames.client, state.clientID)
            set(SharedCacheNames.app, state.app)
            set(SharedCacheNames.state, state.state.rawValue)
        case .unknown:
            set(SharedCacheNames.secret, secret)
            if !home.isEmpty, opened.unknown[SharedCacheNames.home] == nil { set(SharedCacheNames.home, home) }
            add(opened.unknown, except: [SharedCacheNames.secret])
            return
        }
        add(opened.unknown, except: SharedCacheNames.modelled(entity.kind))
    }

    private mutating func begin(
        _ kind: CredentialKind, _ secret: String?, _ home: String, _ environment: String, _ client: String?,
        _ environments: SharedCacheEnvironments
    ) {
        let (host, issuer) = environments.written(environment)
        set(SharedCacheNames.credentialType, kind.rawValue)
        set(SharedCacheNames.secret, secret ?? "")
        set(SharedCacheNames.home, home)
        set(SharedCacheNames.environment, host)
        set(SharedCacheNames.client, client)
        set(SharedCacheNames.host, issuer)
    }

    private mutating func add(
        _ token: AccessTokenEntity, _ secret: String?, _ home: String, _ environments: SharedCacheEnvironments
    ) {
        begin(.accessToken, secret, home, token.environment, token.clientID, environments)
        set(SharedCacheNames.target, token.sortedScopes)
        set(SharedCacheNames.realm, token.realm)
        set(SharedCacheNames.tokenType, token.tokenType)
        set(SharedCacheNames.cachedAt, time: token.cachedAt)
        set(SharedCacheNames.expiresOn, time: token.expiresOn)
        set(SharedCacheNames.extendedExpiresOn, time: token.extendedExpiresOn)
        set(SharedCacheNames.refreshOn, time: token.refreshOn)
        set(SharedCacheNames.requestedClaims, token.requestedClaims)
    }

    private mutating func add(_ user: AccountEntity, _ home: String, _ environments: SharedCacheEnvironments) {
        let (host, issuer) = environments.written(user.environment)
        set(SharedCacheNames.home, home)
        set(SharedCacheNames.environment, host)
        set(SharedCacheNames.realm, user.realm)
        set(SharedCacheNames.localAccount, user.localAccountID)
        set(SharedCacheNames.username, user.username)
        set(SharedCacheNames.authorityType, user.authorityType)
        set(SharedCacheNames.host, issuer)
    }
}

extension AccessTokenEntity {
    /// The scopes in MSAL Python's order: by code point, upper case first.
    var sortedScopes: String {
        scopes.values.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.joined(separator: " ")
    }
}
