import KeyfobCore

extension SharedCacheEntry {
    /// The entity of the entry; nil if a required member is missing, or a member is not supported.
    func entity(_ environments: SharedCacheEnvironments) -> CredentialEntity? {
        let kind = CredentialKind(rawValue: place.section)
        switch kind {
        case .accessToken: return accessToken(environments)
        case .refreshToken: return refreshToken(environments)
        case .idToken: return idToken(environments)
        case .account: return account(environments)
        case .appMetadata: return appMetadata(environments)
        case .signInState: return signInState()
        default: return nil
        }
    }

    /// The entry as an unknown entity.
    ///
    /// - Parameter isShadowed: whether another entry has its name, so that it needs a unique one.
    func unknownEntity(isShadowed: Bool = false) -> CredentialEntity {
        let kind = CredentialKind(rawValue: place.section)
        return .unknown(
            UnknownEntity(
                kind: kind, key: CredentialKey(homeAccountID: home, name: isShadowed ? fullName : unknownName),
                contents: CredentialContents(
                    secret: string(SharedCacheNames.secret).map { Secret($0) },
                    unknown: members.filter { name, value in
                        let isSecret = name == SharedCacheNames.secret && value.stringValue != nil
                        return !isSecret && !(name == SharedCacheNames.home && value.stringValue != nil)
                    })))
    }

    /// The name of an unknown entity. In an unknown section it is the key without the account; in a known one it must
    /// differ from the names of known entities.
    var unknownName: String {
        if Self.isModelled(place.section) { return fullName }
        guard !home.isEmpty, key.lowercased().hasPrefix(home + "-") else { return key }
        return String(key.dropFirst(home.count + 1))
    }

    /// The entry's section and key.
    var fullName: String { "\(place.section)|\(key)" }

    /// Whether a section's entries have a model.
    static func isModelled(_ section: String) -> Bool {
        let kinds: [CredentialKind] = [
            .accessToken, .refreshToken, .idToken, .account, .appMetadata, .signInState,
        ]
        return kinds.contains { $0.rawValue == section }
    }

    private func contents(_ kind: CredentialKind) -> CredentialContents {
        CredentialContents(secret: string(SharedCacheNames.secret).map { Secret($0) }, unknown: unknown(kind))
    }

    private func accessToken(_ environments: SharedCacheEnvironments) -> CredentialEntity? {
        let type = string(SharedCacheNames.credentialType) ?? "AccessToken"
        let isBound = type.isSameIdentifier(as: "AccessToken_With_AuthScheme")
        guard isBound || type.isSameIdentifier(as: "AccessToken"), hasToken,
            !SharedCacheNames.specialTerms.contains(where: { members[$0] != nil && members[$0] != .null }),
            let environment = environments.environment(of: self), let client = text(SharedCacheNames.client),
            let target = string(SharedCacheNames.target), let expiresOn = time(SharedCacheNames.expiresOn)
        else { return nil }
        let tokenType = text(SharedCacheNames.tokenType) ?? (isBound ? "pop" : "Bearer")
        guard TokenSyntax.isTokenType(tokenType) else { return nil }
        let extended = time(SharedCacheNames.extendedExpiresOn).flatMap { $0 == 0 ? nil : $0 }
        return .accessToken(
            AccessTokenEntity(
                homeAccountID: home, environment: environment, clientID: client,
                realm: string(SharedCacheNames.realm) ?? "", scopes: ScopeSet(spaceSeparated: target),
                tokenType: tokenType,
                cachedAt: time(SharedCacheNames.cachedAt) ?? 0, expiresOn: expiresOn,
                extendedExpiresOn: extended ?? time(SharedCacheNames.extendedExpiresOnOfNET),
                refreshOn: time(SharedCacheNames.refreshOn),
                requestedClaims: text(SharedCacheNames.requestedClaims)
                    ?? text(SharedCacheNames.requestedClaimsOfNode),
                contents: contents(.accessToken)))
    }

    private func refreshToken(_ environments: SharedCacheEnvironments) -> CredentialEntity? {
        guard hasToken, let environment = environments.environment(of: self),
            let client = text(SharedCacheNames.client),
            !["user_assertion_hash", "userAssertionHash"].contains(where: { text($0) != nil })
        else { return nil }
        return .refreshToken(
            RefreshTokenEntity(
                homeAccountID: home, environment: environment, clientID: client,
                familyID: text(SharedCacheNames.family), contents: contents(.refreshToken)))
    }

    private func idToken(_ environments: SharedCacheEnvironments) -> CredentialEntity? {
        guard hasToken, let environment = environments.environment(of: self),
            let client = text(SharedCacheNames.client),
            (string(SharedCacheNames.credentialType) ?? "IdToken").isSameIdentifier(as: "IdToken")
        else { return nil }
        return .idToken(
            IDTokenEntity(
                homeAccountID: home, environment: environment, clientID: client,
                realm: string(SharedCacheNames.realm) ?? "", contents: contents(.idToken)))
    }

    private func account(_ environments: SharedCacheEnvironments) -> CredentialEntity? {
        guard !home.isEmpty, let environment = environments.environment(of: self) else { return nil }
        return .account(
            AccountEntity(
                homeAccountID: home, environment: environment, realm: string(SharedCacheNames.realm) ?? "",
                localAccountID: string(SharedCacheNames.localAccount) ?? "",
                username: string(SharedCacheNames.username) ?? "",
                authorityType: text(SharedCacheNames.authorityType) ?? "MSSTS",
                contents: CredentialContents(secret: nil, unknown: unknown(.account))))
    }

    private func appMetadata(_ environments: SharedCacheEnvironments) -> CredentialEntity? {
        guard let environment = environments.environment(of: self), let client = text(SharedCacheNames.client) else {
            return nil
        }
        return .appMetadata(
            AppMetadataEntity(
                clientID: client, environment: environment, familyID: string(SharedCacheNames.family) ?? "",
                contents: CredentialContents(secret: nil, unknown: unknown(.appMetadata))))
    }

    private func signInState() -> CredentialEntity? {
        guard !home.isEmpty, let client = text(SharedCacheNames.client), let app = text(SharedCacheNames.app),
            let state = string(SharedCacheNames.state).flatMap(SignInStateEntity.State.init)
        else { return nil }
        return .signInState(
            SignInStateEntity(
                homeAccountID: home, clientID: client, app: app, state: state,
                contents: CredentialContents(secret: nil, unknown: unknown(.signInState))))
    }
}
