package import KeyfobCore

/// The account, client id and app that a request is about: the key of the decision "removal is narrow".
package struct SignInKey: Sendable, Hashable {
    package let homeAccountID: String
    package let clientID: String
    package let app: String

    package init(homeAccountID: String, clientID: String, app: String) {
        self.homeAccountID = homeAccountID
        self.clientID = clientID
        self.app = app
    }

    /// Whether the account was removed in this app.
    package func isSignedOut(in partition: AccountPartition) -> Bool {
        CredentialRules.signInState(in: partition, clientID: clientID, app: app) == .signedOut
    }

    /// Whether the store still has this refresh token for the client.
    private func hasRefreshToken(_ secret: Secret<String>, in partition: AccountPartition) throws(AuthError) -> Bool {
        for token in partition.refreshTokens where try token.contents.holds(secret) { return true }
        return false
    }

    /// The state of a refresh token after it was redeemed.
    package enum Standing: Sendable {
        case there
        /// Another one that this client may redeem replaced it: another call has signed the user in again.
        case replaced
        /// The account was removed in this app.
        case removed
    }

    /// The state of a refresh token after it was redeemed.
    ///
    /// - Parameters:
    ///   - environment: the host that the token is for, and its other names.
    ///   - metadata: the app's metadata in the store, which states whether the client may redeem a family's token.
    package func standing(
        of secret: Secret<String>, in partition: AccountPartition?, at environment: String, aliases: [String],
        metadata: AppMetadataEntity? = nil
    ) throws(AuthError) -> Standing {
        guard let partition else { return .removed }
        if try hasRefreshToken(secret, in: partition) { return .there }
        guard !isSignedOut(in: partition) else { return .removed }
        let successor = CredentialRules.refreshToken(
            in: partition, clientID: clientID, app: app, environment: environment, metadata: metadata,
            aliases: aliases)
        return successor == nil ? .removed : .replaced
    }

    /// Deletes the client's credentials of an account that no longer exists (`user_account_deleted`), in every app.
    ///
    /// - Throws: `AuthError` of the store.
    package func forget(in transaction: any CredentialTransaction) throws(AuthError) {
        guard let partition = try transaction.partition(homeAccountID: homeAccountID) else { return }
        let client = clientID.lowercased()
        for entity in partition.entities {
            switch entity {
            case .accessToken(let token) where token.clientID.lowercased() == client:
                try transaction.delete(entity.key)
            case .refreshToken(let token) where token.clientID.lowercased() == client:
                try transaction.delete(entity.key)
            case .idToken(let token) where token.clientID.lowercased() == client:
                try transaction.delete(entity.key)
            case .signInState(let state) where state.clientID.lowercased() == client:
                try transaction.delete(entity.key)
            default: break
            }
        }
    }
}
