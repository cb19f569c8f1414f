import KeyfobCache
import KeyfobCore

extension RefreshOperation {
    private enum Stored: Sendable {
        case account(Account)
        case removedMeanwhile
    }

    /// Writes what a refresh brought, unless the account was removed while the server was asked.
    ///
    /// - Throws: `interactionRequired` if it was removed in this app, or wiped. A store that fails is no failure of
    ///   the call: the token is good, and the next call spends the old refresh token once more.
    func store(_ acquisition: Acquisition, spent: Secret<String>) async throws(AuthError) -> Account {
        let stored: Stored
        do throws(AuthError) {
            stored = try await environment.store.write { transaction throws(AuthError) in
                try Self.store(
                    acquisition, spent: spent, key: application.signInKey(homeAccountID),
                    configuration: configuration, in: transaction)
            }
        } catch {
            guard error.origin == .store else { throw error }
            application.log(
                .debug, "The refreshed token could not be stored: \(error.message)", correlationID: correlationID)
            return parameters.account
        }
        switch stored {
        case .account(let account): return account
        case .removedMeanwhile:
            throw .interactionRequired("The account was removed in this app while its token was refreshed.")
        }
    }

    private static func store(
        _ acquisition: Acquisition, spent: Secret<String>, key: SignInKey, configuration: ClientConfiguration,
        in transaction: any CredentialTransaction
    ) throws(AuthError) -> Stored {
        guard let partition = try transaction.partition(homeAccountID: key.homeAccountID),
            try key.hasRefreshToken(spent, in: partition)
        else { return .removedMeanwhile }
        let isSignedOut = key.isSignedOut(in: partition)
        let known = partition.accounts.first { $0.realm.lowercased() == acquisition.realm.lowercased() }
        let account = try CredentialRules.save(
            acquisition.saveInput(configuration, known: known), in: transaction)
        guard isSignedOut else { return .account(account) }
        // Other apps of the client still use the account, so the successor of the spent token is kept for them.
        try CredentialRules.signOut(
            homeAccountID: key.homeAccountID, clientID: key.clientID, app: key.app, in: transaction)
        return .removedMeanwhile
    }

    /// Deletes what the server has refused for good, if it is still what the store has.
    ///
    /// - Returns: whether there is reason to look for another refresh token.
    func isDropped(_ token: SpendableToken, _ error: AuthError) async throws(AuthError) -> Bool {
        guard let server = error.server,
            ["invalid_grant", "interaction_required", "unauthorized_client"].contains(server.error)
        else { return false }
        let key = application.signInKey(homeAccountID)
        let secret = token.secret
        switch server.suberror {
        case "bad_token" where token.legacyItem != nil:
            try dropLegacy(token)
            return true
        case "client_mismatch" where token.familyID != nil:
            try await leaveFamily()
            return true
        case "bad_token":
            try await environment.store.write { transaction throws(AuthError) in
                try CredentialRules.dropRefreshToken(
                    matching: secret, homeAccountID: key.homeAccountID, in: transaction)
            }
            application.log(
                .debug, "The server refused the refresh token; it was deleted.", correlationID: correlationID)
            return true
        case "user_account_deleted":
            try await environment.store.write { transaction throws(AuthError) in
                try key.forget(in: transaction)
                try application.removeLegacyItems(of: parameters.account, in: transaction, isForgotten: true)
            }
            application.log(.debug, "The account no longer exists; it was forgotten.", correlationID: correlationID)
            return false
        default: return false
        }
    }
}
