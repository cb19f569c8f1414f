package import KeyfobCore

extension CredentialRules {
    /// Writes a token response: tokens, user, the client's family, and the state `signed_in` of the app.
    ///
    /// Access tokens of the same client, tenant, type and claims request whose scopes intersect the new ones are
    /// deleted, so that no overlapping tokens are stored. The account is read once.
    ///
    /// - Returns: the account for the client's apps, as it is now.
    /// - Throws: ``AuthError`` of the store.
    @discardableResult
    package static func save(
        _ input: SaveInput, in transaction: any CredentialTransaction
    ) throws(AuthError) -> Account {
        let environment = Cloud.containing(input.environment).preferredCache
        var draft = try PartitionDraft(homeAccountID: input.homeAccountID, in: transaction)
        try saveAccessToken(input, environment, &draft)
        try saveRefreshToken(input, environment, &draft)
        try saveFamily(input, environment, transaction)
        if let idToken = input.idToken {
            try draft.put(
                .idToken(
                    IDTokenEntity(
                        homeAccountID: input.homeAccountID, environment: environment, clientID: input.clientID,
                        realm: input.realm, contents: CredentialContents(secret: idToken))))
        }
        try saveUser(input, environment, &draft)
        try write(.signedIn, input.homeAccountID, input.clientID, input.app, &draft)
        guard let account = try draft.after.account(clientID: input.clientID) else {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "A token response without a user cannot be kept.")
        }
        return account
    }

    private static func saveAccessToken(
        _ input: SaveInput, _ environment: String, _ draft: inout PartitionDraft
    ) throws(AuthError) {
        guard let secret = input.accessToken else { return }
        let token = AccessTokenEntity(
            homeAccountID: input.homeAccountID, environment: environment, clientID: input.clientID,
            realm: input.realm, scopes: input.scopes, tokenType: input.tokenType, cachedAt: input.cachedAt,
            expiresOn: input.expiresOn, extendedExpiresOn: input.extendedExpiresOn, refreshOn: input.refreshOn,
            requestedClaims: input.requestedClaims,
            contents: CredentialContents(
                secret: secret, unknown: input.keyID.map { [AccessTokenEntity.keyIDMember: .string($0)] } ?? [:]))
        let key = token.key
        for old in draft.before?.accessTokens ?? []
        where old.clientID.isSameIdentifier(as: input.clientID) && old.realm.isSameIdentifier(as: input.realm)
            && Cloud.isSame(old.environment, environment) && old.tokenType.isSameIdentifier(as: input.tokenType)
            && old.requestedClaims == input.requestedClaims && old.scopes.intersects(input.scopes)
            && old.key != key  // which is written over
        {
            try draft.delete(.accessToken(old))
        }
        try draft.put(.accessToken(token))
    }

    /// A family's token is written twice, for the family and for the client, as in IdentityCore, so that a reader
    /// without support for families finds it too.
    private static func saveRefreshToken(
        _ input: SaveInput, _ environment: String, _ draft: inout PartitionDraft
    ) throws(AuthError) {
        guard let secret = input.refreshToken else { return }
        let families: [String?] = input.familyID.map { $0.isEmpty ? [nil] : [nil, $0] } ?? [nil]
        for family in families {
            try draft.put(
                .refreshToken(
                    RefreshTokenEntity(
                        homeAccountID: input.homeAccountID, environment: environment, clientID: input.clientID,
                        familyID: family, contents: CredentialContents(secret: secret))))
        }
    }

    /// Saves the client's family from a refresh token, in a record that belongs to no account.
    private static func saveFamily(
        _ input: SaveInput, _ environment: String, _ transaction: any CredentialTransaction
    ) throws(AuthError) {
        guard input.refreshToken != nil else { return }
        let known = try transaction.appMetadata(clientID: input.clientID, environment: environment)
        let familyID = input.familyID ?? known?.familyID ?? ""
        guard known?.familyID != familyID || known?.environment != environment else { return }
        let unknown = try known?.contents.openUnlessDamaged()?.unknown ?? [:]
        try transaction.put(
            .appMetadata(
                AppMetadataEntity(
                    clientID: input.clientID, environment: environment, familyID: familyID,
                    contents: CredentialContents(secret: nil, unknown: unknown))))
    }

    private static func saveUser(
        _ input: SaveInput, _ environment: String, _ draft: inout PartitionDraft
    ) throws(AuthError) {
        let old = draft.before?.accounts.first {
            $0.realm.isSameIdentifier(as: input.realm) && $0.environment == environment
        }
        let members = try old?.contents.openUnlessDamaged()?.unknown ?? [:]
        // What the response does not state stays as another response, or another library, has stated it.
        let unknown = members.merging(input.userMembers.mapValues(JSONValue.string)) { _, new in new }
        if let old, old.localAccountID == input.localAccountID, old.username == input.username,
            old.authorityType == input.authorityType, members == unknown
        {
            return
        }
        try draft.put(
            .account(
                AccountEntity(
                    homeAccountID: input.homeAccountID, environment: environment, realm: input.realm,
                    localAccountID: input.localAccountID, username: input.username,
                    authorityType: input.authorityType,
                    contents: CredentialContents(secret: nil, unknown: unknown))))
    }
}
