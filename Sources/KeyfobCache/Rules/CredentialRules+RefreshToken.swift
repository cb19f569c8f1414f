public import KeyfobCore

extension CredentialRules {
    /// The refresh token that a client may use: its own first, then its family's; nil if there is none, or if the
    /// account was removed in the asking app.
    ///
    /// - Parameters:
    ///   - partition: what the store has of the account.
    ///   - clientID: who wants it.
    ///   - app: the app's bundle id, or else its redirect URI.
    ///   - environment: the host that it is to be sent to, by any of its cloud's names.
    ///   - metadata: what is known of the client; one that is known to have no family gets no family's token.
    ///   - aliases: further names of the environment, where the client knows some.
    public static func refreshToken(
        in partition: AccountPartition, clientID: String, app: String, environment: String,
        metadata: AppMetadataEntity? = nil, aliases: [String] = []
    ) -> RefreshTokenEntity? {
        refreshTokens(
            in: partition, clientID: clientID, app: app, environment: environment, metadata: metadata,
            aliases: aliases
        ).first
    }

    /// The refresh tokens that a client may use, in the order in which they are to be tried: its own, then those of its
    /// family, none if the account was removed in the asking app.
    public static func refreshTokens(
        in partition: AccountPartition, clientID: String, app: String, environment: String,
        metadata: AppMetadataEntity? = nil, aliases: [String] = []
    ) -> [RefreshTokenEntity] {
        guard signInState(in: partition, clientID: clientID, app: app) != .signedOut else { return [] }
        let candidates = partition.refreshTokens.filter {
            Cloud.isSame($0.environment, environment) || aliases.contains($0.environment)
        }
        let own = candidates.filter { $0.familyID == nil && $0.clientID.isSameIdentifier(as: clientID) }
        guard metadata?.familyID != "" else { return own }
        let family = metadata?.familyID
        return own + candidates.filter { $0.familyID != nil && (family == nil || $0.familyID == family) }
    }

    /// Deletes the refresh tokens that have this secret: the server said that it is bad. One that another process
    /// has replaced meanwhile stays.
    public static func dropRefreshToken(
        matching secret: Secret<String>, homeAccountID: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        guard let partition = try transaction.partition(homeAccountID: homeAccountID) else { return }
        for token in partition.refreshTokens where try token.secret == secret { try transaction.delete(token.key) }
    }

    /// Puts a refresh token in the place of the one that was spent for it, wherever that stands. Another client's copy of a
    /// family's token is replaced only by the same family's.
    ///
    /// - Returns: whether the spent one was there. Where it was replaced or removed meanwhile, nothing is written.
    package static func replaceRefreshToken(
        _ spent: Secret<String>, by successor: Secret<String>, familyID: String?, clientID: String,
        homeAccountID: String, in transaction: any CredentialTransaction
    ) throws(AuthError) -> Bool {
        guard let partition = try transaction.partition(homeAccountID: homeAccountID) else { return false }
        var old: [RefreshTokenEntity] = []
        for token in partition.refreshTokens where try token.secret == spent { old.append(token) }
        guard let first = old.first else { return false }
        let isOfFamily = familyID != nil && old.contains { $0.familyID == familyID }
        let places = old.filter { isOfFamily || $0.clientID.isSameIdentifier(as: clientID) }
        for token in places {
            let contents = CredentialContents(secret: successor, unknown: try token.contents.open().unknown)
            try transaction.put(
                .refreshToken(
                    RefreshTokenEntity(
                        homeAccountID: token.homeAccountID, environment: token.environment, clientID: token.clientID,
                        familyID: token.familyID, contents: contents)))
        }
        // It was the family's, and its successor is the client's alone.
        if places.isEmpty {
            try transaction.put(
                .refreshToken(
                    RefreshTokenEntity(
                        homeAccountID: first.homeAccountID, environment: first.environment, clientID: clientID,
                        contents: CredentialContents(secret: successor))))
        }
        return true
    }
}
