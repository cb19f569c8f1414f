import KeyfobCore

extension KeychainMapping {
    /// The content of an item; `foreign` if it is malformed.
    ///
    /// - Parameters:
    ///   - item: as the keychain returned it.
    ///   - usesSingleFamilyToken: whether the group's switch is on, so that a `FamilyRefreshToken` is the family's
    ///     refresh token; else it is kept as an unknown entity.
    package static func content(of item: KeychainItem, usesSingleFamilyToken: Bool = false) -> KeychainContent {
        guard item.itemClass == .genericPassword, let json = json(item.value.reveal()) else { return .foreign }
        if item.account == KeychainItemKey.singleFamilyTokenSwitch.account,
            item.service == KeychainItemKey.singleFamilyTokenSwitch.service
        {
            return json["use_single_frt"]?.boolValue.map(KeychainContent.singleFamilyTokenSwitch) ?? .foreign
        }
        guard let type = item.type.flatMap(KeychainItemType.init(rawValue:)) else { return .foreign }
        switch type {
        case .accountAAD, .accountMSA, .accountMSSTS, .accountADFS:
            let known = json.text(KeychainMember.authorityType).flatMap(KeychainItemType.init(authorityType:))
            return known == nil ? .foreign : account(json)
        case .appMetadata: return appMetadata(json)
        case .accountMetadata:
            return KeychainAccountMetadata(json: json).map(KeychainContent.accountMetadata) ?? .foreign
        case .keyfob: return own(json)
        default:
            guard
                let kind = json.text(KeychainMember.credentialType).flatMap(
                    KeychainCredentialKind.init(credentialType:)),
                kind.type == type
            else { return .foreign }
            return credential(kind, json, item, usesSingleFamilyToken)
        }
    }

    /// The members of a value; nil if it is not a JSON object.
    static func json(_ bytes: [UInt8]) -> [String: JSONValue]? { (try? JSONValue(parsing: bytes))?.objectValue }

    private static func credential(
        _ kind: KeychainCredentialKind, _ json: [String: JSONValue], _ item: KeychainItem, _ usesSingle: Bool
    ) -> KeychainContent {
        guard let secret = json.text(KeychainMember.secret) else { return .foreign }
        guard secret != tombstone else { return .tombstone }
        // A token for a managed app, or one that a broker stores for another app, is not for other apps.
        let isReserved = json[KeychainMember.applicationIdentifier] != nil || item.creator != nil
        let known: CredentialEntity? =
            switch kind {
            // A secret that is no token is one of another program: it is kept, and not used.
            case _ where isReserved || !TokenSyntax.isToken(secret): nil
            case .accessToken, .accessTokenWithAuthScheme: accessToken(kind, json, secret)
            case .refreshToken: refreshToken(json, secret)
            case .familyRefreshToken: usesSingle ? refreshToken(json, secret) : nil
            case .idToken: idToken(json, secret)
            case .v1IDToken, .primaryRefreshToken, .boundRefreshToken: nil
            }
        if let known { return .entity(known) }
        guard let environment = json.text(KeychainMember.environment), let service = item.service else {
            return .foreign
        }
        let home = json.text(KeychainMember.homeAccountID)?.keychainPart ?? ""
        return .entity(
            .unknown(
                UnknownEntity(
                    kind: CredentialKind(rawValue: kind.rawValue),
                    key: CredentialKey(homeAccountID: home, name: "\(environment.keychainPart)-\(service)"),
                    contents: CredentialContents(
                        secret: Secret(secret),
                        unknown: json.without([KeychainMember.secret, KeychainMember.credentialType])))))
    }

    private static func accessToken(
        _ kind: KeychainCredentialKind, _ json: [String: JSONValue], _ secret: String
    ) -> CredentialEntity? {
        guard let environment = json.text(KeychainMember.environment), let client = json.text(KeychainMember.clientID),
            let target = json.text(KeychainMember.target), let expiresOn = json.time(KeychainMember.expiresOn)
        else { return nil }
        let scheme = kind == .accessToken ? "Bearer" : json.text(KeychainMember.tokenType)
        guard let scheme, TokenSyntax.isTokenType(scheme) else { return nil }
        return .accessToken(
            AccessTokenEntity(
                homeAccountID: json.text(KeychainMember.homeAccountID)?.keychainPart ?? "", environment: environment,
                clientID: client, realm: json.text(KeychainMember.realm) ?? "",
                scopes: ScopeSet(spaceSeparated: target), tokenType: scheme,
                cachedAt: json.time(KeychainMember.cachedAt) ?? 0, expiresOn: expiresOn,
                extendedExpiresOn: json.time(KeychainMember.extendedExpiresOn),
                refreshOn: json.time(KeychainMember.refreshOn),
                requestedClaims: json.text(KeychainMember.requestedClaims),
                contents: contents(json, secret, accessTokenMembers)))
    }

    private static func refreshToken(_ json: [String: JSONValue], _ secret: String) -> CredentialEntity? {
        guard let home = json.text(KeychainMember.homeAccountID), let client = json.text(KeychainMember.clientID),
            let environment = json.text(KeychainMember.environment)
        else { return nil }
        return .refreshToken(
            RefreshTokenEntity(
                homeAccountID: home.keychainPart, environment: environment, clientID: client,
                familyID: json.text(KeychainMember.familyID), contents: contents(json, secret, refreshTokenMembers)))
    }

    private static func idToken(_ json: [String: JSONValue], _ secret: String) -> CredentialEntity? {
        guard let home = json.text(KeychainMember.homeAccountID), let client = json.text(KeychainMember.clientID),
            let environment = json.text(KeychainMember.environment)
        else { return nil }
        return .idToken(
            IDTokenEntity(
                homeAccountID: home.keychainPart, environment: environment, clientID: client,
                realm: json.text(KeychainMember.realm) ?? "", contents: contents(json, secret, idTokenMembers)))
    }

    private static func account(_ json: [String: JSONValue]) -> KeychainContent {
        guard let home = json.text(KeychainMember.homeAccountID), !home.keychainPart.isEmpty,
            let environment = json.text(KeychainMember.environment)
        else { return .foreign }
        return .entity(
            .account(
                AccountEntity(
                    homeAccountID: home.keychainPart, environment: environment,
                    realm: json.text(KeychainMember.realm) ?? "",
                    localAccountID: json.text(KeychainMember.localAccountID) ?? "",
                    username: json.text(KeychainMember.username) ?? "",
                    authorityType: json.text(KeychainMember.authorityType) ?? "",
                    contents: contents(json, nil, accountMembers))))
    }

    private static func appMetadata(_ json: [String: JSONValue]) -> KeychainContent {
        guard let client = json.text(KeychainMember.clientID), let environment = json.text(KeychainMember.environment)
        else { return .foreign }
        return .entity(
            .appMetadata(
                AppMetadataEntity(
                    clientID: client, environment: environment, familyID: json.text(KeychainMember.familyID) ?? "",
                    contents: contents(json, nil, appMetadataMembers))))
    }

    /// An entity of a kind that only Keyfob writes.
    private static func own(_ json: [String: JSONValue]) -> KeychainContent {
        guard let kind = json.text(KeychainMember.credentialType), let home = json.text(KeychainMember.homeAccountID)
        else { return .foreign }
        if kind == CredentialKind.account.rawValue { return account(json) }
        if kind == CredentialKind.signInState.rawValue {
            guard let client = json.text(KeychainMember.clientID), let app = json.text(KeychainMember.app),
                let state = json.text(KeychainMember.signInState).flatMap(SignInStateEntity.State.init)
            else { return .foreign }
            return .entity(
                .signInState(
                    SignInStateEntity(
                        homeAccountID: home, clientID: client, app: app, state: state,
                        contents: contents(json, nil, signInStateMembers))))
        }
        guard let name = json.text(KeychainMember.name) else { return .foreign }
        return .entity(
            .unknown(
                UnknownEntity(
                    kind: CredentialKind(rawValue: kind), key: CredentialKey(homeAccountID: home, name: name),
                    contents: CredentialContents(
                        secret: json.text(KeychainMember.secret).map(Secret.init),
                        unknown: json[KeychainMember.members]?.objectValue ?? [:]))))
    }

    private static func contents(
        _ json: [String: JSONValue], _ secret: String?, _ known: Set<String>
    ) -> CredentialContents {
        CredentialContents(secret: secret.map(Secret.init), unknown: json.without(known))
    }
}

/// The meaning of a keychain item for the credential store.
package enum KeychainContent: Sendable {
    /// An entity.
    case entity(CredentialEntity)
    /// A credential that a version of ADAL marked as deleted: it counts as absent.
    case tombstone
    /// The metadata of a client's accounts.
    case accountMetadata(KeychainAccountMetadata)
    /// Whether a family's refresh token is stored once, as a `FamilyRefreshToken`.
    case singleFamilyTokenSwitch(Bool)
    /// An item of another program, or a damaged one, which is neither read nor written.
    case foreign
}
