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
                .info, "The refreshed token could not be stored: \(euii: error.message)", correlationID: correlationID)
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

    /// Does to the store what a decision asks for besides the call's own outcome.
    func apply(_ effects: [SilentDecision.Effect], to token: SpendableToken) async throws(AuthError) {
        for effect in effects {
            switch effect {
            case .dropRefreshToken: try await drop(token)
            case .leaveFamily: if token.familyID != nil { try await leaveFamily() }
            case .forgetAccount: try await forgetAccount()
            }
        }
    }

    /// Deletes what the server has refused for good, if it is still what the store has.
    private func drop(_ token: SpendableToken) async throws(AuthError) {
        guard token.legacyItem == nil else { return try dropLegacy(token) }
        let identifier = homeAccountID
        let secret = token.secret
        try await environment.store.write { transaction throws(AuthError) in
            try CredentialRules.dropRefreshToken(matching: secret, homeAccountID: identifier, in: transaction)
        }
        application.log(
            .info, "The server refused the refresh token; it was deleted.", correlationID: correlationID)
    }

    private func forgetAccount() async throws(AuthError) {
        let key = application.signInKey(homeAccountID)
        try await environment.store.write { transaction throws(AuthError) in
            try key.forget(in: transaction)
            try application.removeLegacyItems(of: parameters.account, in: transaction, isForgotten: true)
        }
        application.log(.info, "The account no longer exists; it was forgotten.", correlationID: correlationID)
    }
}
