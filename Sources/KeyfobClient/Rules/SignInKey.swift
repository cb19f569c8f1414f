import KeyfobCache
import KeyfobCore

/// Whose credentials a request is about: the key of decision "removal is narrow", (account, client id, app).
struct SignInKey: Sendable, Hashable {
    let homeAccountID: String
    let clientID: String
    let app: String

    /// Whether the account was removed in this app.
    func isSignedOut(in partition: AccountPartition) -> Bool {
        CredentialRules.signInState(in: partition, clientID: clientID, app: app) == .signedOut
    }

    /// Whether the store still has this refresh token for the client.
    func hasRefreshToken(_ secret: Secret<String>, in partition: AccountPartition) throws(AuthError) -> Bool {
        for token in partition.refreshTokens where try token.secret == secret { return true }
        return false
    }

    /// What has become of a refresh token while it was spent.
    enum Standing {
        case there
        /// Another one that this client may spend took its place: somebody has signed the person in again.
        case replaced
        /// The account was removed in this app.
        case removed
    }

    /// What has become of a refresh token while it was spent.
    ///
    /// - Parameters:
    ///   - environment: the host that the token is for, and its other names.
    ///   - metadata: what the store knows of the app, which says whether a family's token is its to spend.
    func standing(
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

    /// Deletes what the client has of an account that no longer exists (`user_account_deleted`), in every app.
    ///
    /// - Throws: `AuthError` of the store.
    func forget(in transaction: any CredentialTransaction) throws(AuthError) {
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
