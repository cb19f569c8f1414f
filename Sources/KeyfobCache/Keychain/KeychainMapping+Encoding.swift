package import KeyfobCore

extension KeychainMapping {
    /// The item of an entity.
    ///
    /// - Parameters:
    ///   - entity: the entity.
    ///   - old: the value of the item that is replaced; its additional members are kept.
    ///   - usesSingleFamilyToken: whether the group's switch is on, so that a family's token is a `FamilyRefreshToken`.
    /// - Throws: ``AuthError`` if the entity's contents cannot be opened.
    package static func record(
        of entity: CredentialEntity, replacing old: Secret<[UInt8]>? = nil, usesSingleFamilyToken: Bool = false
    ) throws(AuthError) -> KeychainRecord {
        let opened = try entity.contents.open()
        switch entity {
        case .accessToken(let token): return record(token, opened)
        case .refreshToken(let token):
            let isSingle = usesSingleFamilyToken && token.familyID != nil
            return record(token, isSingle ? .familyRefreshToken : .refreshToken, opened)
        case .idToken(let token): return record(token, opened)
        case .account(let user): return record(user, opened, old.flatMap { json($0.reveal()) } ?? [:])
        case .appMetadata(let metadata): return record(metadata, opened)
        case .signInState(let state): return record(state, opened)
        case .unknown(let unknown):
            // A copy of a credential that is reserved for another app must stay reserved.
            if let foreign = foreignRecord(unknown, opened),
                case .entity(.unknown) = content(
                    of: foreign.item(accessGroup: ""), usesSingleFamilyToken: usesSingleFamilyToken)
            {
                return foreign
            }
            return record(unknown, opened)
        }
    }

    private static func record(_ token: AccessTokenEntity, _ opened: CredentialContents.Opened) -> KeychainRecord {
        let isBearer = token.tokenType.isSameIdentifier(as: "Bearer")
        var name = KeychainCredentialName(
            isBearer ? .accessToken : .accessTokenWithAuthScheme, homeAccountID: token.homeAccountID,
            environment: token.environment, clientID: token.clientID, realm: token.realm,
            target: token.scopes.description, requestedClaims: token.requestedClaims)
        if !isBearer { name.tokenType = token.tokenType }
        var json = members(name, opened)
        json[KeychainMember.cachedAt] = .string(String(token.cachedAt))
        json[KeychainMember.expiresOn] = .string(String(token.expiresOn))
        json[KeychainMember.extendedExpiresOn] = .string(String(token.extendedExpiresOn))
        json[KeychainMember.refreshOn] = token.refreshOn.map { .string(String($0)) }
        return KeychainRecord(key: name.key, json: json)
    }

    private static func record(
        _ token: RefreshTokenEntity, _ kind: KeychainCredentialKind, _ opened: CredentialContents.Opened
    ) -> KeychainRecord {
        let name = KeychainCredentialName(
            kind, homeAccountID: token.homeAccountID, environment: token.environment, clientID: token.clientID,
            familyID: token.familyID)
        return KeychainRecord(key: name.key, json: members(name, opened))
    }

    private static func record(_ token: IDTokenEntity, _ opened: CredentialContents.Opened) -> KeychainRecord {
        let name = KeychainCredentialName(
            .idToken, homeAccountID: token.homeAccountID, environment: token.environment, clientID: token.clientID,
            realm: token.realm)
        return KeychainRecord(key: name.key, json: members(name, opened))
    }

    private static func record(
        _ user: AccountEntity, _ opened: CredentialContents.Opened, _ old: [String: JSONValue]
    ) -> KeychainRecord {
        var json = old.merging(opened.unknown) { _, new in new }
        json[KeychainMember.homeAccountID] = .string(user.homeAccountID)
        json[KeychainMember.environment] = .string(user.environment)
        json[KeychainMember.realm] = .string(user.realm)
        json[KeychainMember.localAccountID] = .string(user.localAccountID)
        json[KeychainMember.username] = .string(user.username)
        json[KeychainMember.authorityType] = .string(user.authorityType)
        let key = KeychainItemKey.account(
            homeAccountID: user.homeAccountID, environment: user.environment, realm: user.realm,
            username: user.username, authorityType: user.authorityType)
        if key.type == .keyfob { json[KeychainMember.credentialType] = .string(CredentialKind.account.rawValue) }
        return KeychainRecord(key: key, json: json)
    }

    private static func record(
        _ metadata: AppMetadataEntity, _ opened: CredentialContents.Opened
    ) -> KeychainRecord {
        var json = opened.unknown
        json[KeychainMember.clientID] = .string(metadata.clientID)
        json[KeychainMember.environment] = .string(metadata.environment)
        json[KeychainMember.familyID] = .string(metadata.familyID)
        return KeychainRecord(
            key: .appMetadata(
                clientID: metadata.clientID, environment: metadata.environment, familyID: metadata.familyID),
            json: json)
    }

    private static func record(_ state: SignInStateEntity, _ opened: CredentialContents.Opened) -> KeychainRecord {
        var json = opened.unknown
        json[KeychainMember.credentialType] = .string(CredentialKind.signInState.rawValue)
        json[KeychainMember.homeAccountID] = .string(state.homeAccountID)
        json[KeychainMember.clientID] = .string(state.clientID)
        json[KeychainMember.app] = .string(state.app)
        json[KeychainMember.signInState] = .string(state.state.rawValue)
        return KeychainRecord(
            key: .signInState(homeAccountID: state.homeAccountID, clientID: state.clientID, app: state.app),
            json: json)
    }

    /// A credential of IdentityCore without an entity in the schema, with its original key.
    private static func foreignRecord(
        _ entity: UnknownEntity, _ opened: CredentialContents.Opened
    ) -> KeychainRecord? {
        guard let kind = KeychainCredentialKind(credentialType: entity.kind.rawValue), opened.secret != nil,
            let environment = opened.unknown.text(KeychainMember.environment),
            let client = opened.unknown.text(KeychainMember.clientID)
        else { return nil }
        let json = opened.unknown
        let name = KeychainCredentialName(
            kind, homeAccountID: json.text(KeychainMember.homeAccountID) ?? entity.key.homeAccountID,
            environment: environment, clientID: client, familyID: json.text(KeychainMember.familyID),
            realm: json.text(KeychainMember.realm), target: json.text(KeychainMember.target),
            tokenType: kind == .accessTokenWithAuthScheme ? json.text(KeychainMember.tokenType) : nil,
            applicationIdentifier: json.text(KeychainMember.applicationIdentifier),
            requestedClaims: json.text(KeychainMember.requestedClaims))
        // Its members are written as they were read; the key may be made from some of them only.
        var written = json
        written[KeychainMember.credentialType] = .string(entity.kind.rawValue)
        written[KeychainMember.secret] = opened.secret.map { .string($0.reveal()) }
        return KeychainRecord(key: name.key, json: written)
    }

    private static func record(_ entity: UnknownEntity, _ opened: CredentialContents.Opened) -> KeychainRecord {
        var json: [String: JSONValue] = [
            KeychainMember.credentialType: .string(entity.kind.rawValue),
            KeychainMember.homeAccountID: .string(entity.key.homeAccountID),
            KeychainMember.name: .string(entity.key.name), KeychainMember.members: .object(opened.unknown),
        ]
        json[KeychainMember.secret] = opened.secret.map { .string($0.reveal()) }
        return KeychainRecord(key: .other(entity.key), json: json)
    }

    /// The members of a credential's name, merged with the unknown members.
    private static func members(
        _ name: KeychainCredentialName, _ opened: CredentialContents.Opened
    ) -> [String: JSONValue] {
        var json = opened.unknown
        json[KeychainMember.credentialType] = .string(name.kind.rawValue)
        json[KeychainMember.secret] = .string(opened.secret?.reveal() ?? "")
        json[KeychainMember.homeAccountID] = .string(name.homeAccountID)
        json[KeychainMember.environment] = .string(name.environment)
        json[KeychainMember.clientID] = .string(name.clientID)
        let parts = [
            KeychainMember.familyID: name.familyID, KeychainMember.realm: name.realm,
            KeychainMember.target: name.target, KeychainMember.tokenType: name.tokenType,
            KeychainMember.requestedClaims: name.requestedClaims,
        ]
        // Members that are not in the name may be in the unknown ones: MSAL Python gives refresh tokens a target.
        for (member, part) in parts { if let part { json[member] = .string(part) } }
        return json
    }
}
