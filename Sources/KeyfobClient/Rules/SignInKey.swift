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
