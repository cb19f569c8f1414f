import KeyfobCache
import KeyfobCore
import KeyfobFlows

extension V2SilentPort {
    private enum Stored: Sendable {
        case account(StoredSignIn)
        case removedMeanwhile
    }

    /// Writes the tokens of a refresh, unless the account was removed during the request. If another refresh token has
    /// replaced the redeemed one meanwhile, nothing is written: a sign-in does not take the refresh lock, and may have
    /// been for claims that this refresh's tokens lack.
    ///
    /// - Throws: `interactionRequired` if the account was removed in this app, or wiped. An error of the store does not
    ///   fail the call: the token is valid, and the next call redeems the old refresh token once more.
    func store(_ acquisition: Acquisition, spent: Secret<String>) async throws(AuthError) -> StoredSignIn {
        let stored: Stored
        do throws(AuthError) {
            stored = try await environment.store.write { transaction throws(AuthError) in
                try self.store(acquisition, spent: spent, in: transaction)
            }
        } catch {
            guard error.origin == .store else { throw error }
            log(
                .info, "The refreshed token could not be stored: \(euii: error.message)", correlationID: correlationID)
            return StoredSignIn(account: parameters.account, failure: error.code)
        }
        switch stored {
        case .account(let stored): return stored
        case .removedMeanwhile:
            throw .interactionRequired("The account was removed in this app while its token was refreshed.")
        }
    }

    private func store(
        _ acquisition: Acquisition, spent: Secret<String>, in transaction: any CredentialTransaction
    ) throws(AuthError) -> Stored {
        let key = reader.clientStore.signInKey(homeAccountID)
        guard let partition = try transaction.partition(homeAccountID: key.homeAccountID) else {
            return .removedMeanwhile
        }
        let cloud = flows.cloud(of: authority.environment)
        let metadata = try transaction.appMetadata(
            clientID: configuration.clientID, environment: cloud.preferredCache)
        switch try key.standing(
            of: spent, in: partition, at: authority.environment, aliases: cloud.aliases, metadata: metadata)
        {
        case .removed: return .removedMeanwhile
        case .replaced: return .account(StoredSignIn(account: parameters.account, failure: nil))
        case .there: break
        }
        let isSignedOut = key.isSignedOut(in: partition)
        let known = partition.accounts.first { $0.realm.lowercased() == acquisition.realm.lowercased() }
        let account = try CredentialRules.save(acquisition.saveInput(configuration, known: known), in: transaction)
        guard isSignedOut else { return .account(StoredSignIn(account: account, failure: nil)) }
        // Other apps of the client still use the account, so the new refresh token is stored for them.
        try CredentialRules.signOut(
            homeAccountID: key.homeAccountID, clientID: key.clientID, app: key.app, in: transaction)
        return .removedMeanwhile
    }

    /// Stores the refresh token that replaces a redeemed one, before the rest of the response is verified: the server
    /// has invalidated the redeemed one. It belongs to the same account.
    ///
    /// A token of ADAL's cache belongs to no account of the store yet; its successor is stored with the rest.
    ///
    /// - Returns: the successor; nil if it was not stored.
    func keep(_ successor: RefreshTokenSuccessor, of token: RefreshTokenCandidate) async -> RefreshTokenCandidate? {
        guard token.adalItem == nil else { return nil }
        let identifier = homeAccountID
        let clientID = configuration.clientID
        do throws(AuthError) {
            let isStored = try await environment.store.write { transaction throws(AuthError) in
                try CredentialRules.replaceRefreshToken(
                    token.secret, by: successor.refreshToken, familyID: successor.familyID, clientID: clientID,
                    homeAccountID: identifier, in: transaction)
            }
            return isStored ? token.replaced(by: successor.refreshToken) : nil
        } catch {
            log(
                .info, "The new refresh token could not be stored: \(euii: error.message)",
                correlationID: correlationID)
            return nil
        }
    }

    func apply(_ effect: RefusalDecision.Effect, to token: RefreshTokenCandidate) async throws(AuthError) {
        switch effect {
        case .dropFromStore: try await drop(token)
        case .dropFromADALCache: try dropFromADALCache(token)
        case .leaveFamily: try await leaveFamily()
        case .forgetAccount: try await forgetAccount()
        // Only the broker knows the device.
        case .forgetDevice: break
        }
    }

    /// Deletes a refresh token that the server has refused for good, if the store still has it.
    private func drop(_ token: RefreshTokenCandidate) async throws(AuthError) {
        let identifier = homeAccountID
        let secret = token.secret
        try await environment.store.write { transaction throws(AuthError) in
            try CredentialRules.dropRefreshToken(matching: secret, homeAccountID: identifier, in: transaction)
        }
        log(
            .info, "The server refused the refresh token; it was deleted.", correlationID: correlationID)
    }

    private func forgetAccount() async throws(AuthError) {
        let key = reader.clientStore.signInKey(homeAccountID)
        try await environment.store.write { transaction throws(AuthError) in
            try key.forget(in: transaction)
            try reader.migration.removeADALItems(of: parameters.account, in: transaction, isForgotten: true)
        }
        log(.info, "The account no longer exists; it was deleted.", correlationID: correlationID)
    }
}
