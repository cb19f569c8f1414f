package import KeyfobCore

extension CredentialRules {
    /// The refresh token of a client: its own first, then its family's; nil if there is none, or if the account was
    /// removed in the requesting app.
    ///
    /// - Parameters:
    ///   - partition: the account's entities.
    ///   - clientID: the client.
    ///   - app: the app's bundle id, or else its redirect URI.
    ///   - environment: the host to which it will be sent, by any name of its cloud.
    ///   - metadata: the client's metadata; a client that is recorded as having no family gets no family's token.
    ///   - aliases: further names of the environment, if the client has them.
    package static func refreshToken(
        in partition: AccountPartition, clientID: String, app: String, environment: String,
        metadata: AppMetadataEntity? = nil, aliases: [String] = []
    ) -> RefreshTokenEntity? {
        refreshTokens(
            in: partition, clientID: clientID, app: app, environment: environment, metadata: metadata,
            aliases: aliases
        ).first
    }

    /// The refresh tokens of a client, in the order of trying them: its own, then those of its family; none if the
    /// account was removed in the requesting app.
    package static func refreshTokens(
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

    /// Deletes the refresh tokens with this secret, which the server has rejected. A token that another process has
    /// replaced meanwhile stays.
    package static func dropRefreshToken(
        matching secret: Secret<String>, homeAccountID: String, in transaction: any CredentialTransaction
    ) throws(AuthError) {
        guard let partition = try transaction.partition(homeAccountID: homeAccountID) else { return }
        for token in partition.refreshTokens where try token.contents.holds(secret) {
            try transaction.delete(token.key)
        }
    }

    /// Replaces a redeemed refresh token by its successor in every entity that contains it. Another client's copy of a
    /// family's token is replaced only by a token of the same family.
    ///
    /// - Returns: whether the redeemed token was found. If it was replaced or removed meanwhile, nothing is written.
    package static func replaceRefreshToken(
        _ spent: Secret<String>, by successor: Secret<String>, familyID: String?, clientID: String,
        homeAccountID: String, in transaction: any CredentialTransaction
    ) throws(AuthError) -> Bool {
        guard let partition = try transaction.partition(homeAccountID: homeAccountID) else { return false }
        var old: [RefreshTokenEntity] = []
        for token in partition.refreshTokens where try token.contents.holds(spent) { old.append(token) }
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
        // The redeemed token was the family's, and its successor is only the client's.
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
