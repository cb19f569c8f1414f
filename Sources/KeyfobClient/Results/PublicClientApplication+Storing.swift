import KeyfobCache
import KeyfobCore
import KeyfobFlows

/// What became of keeping a sign-in.
struct StoredSignIn: Sendable {
    /// Who signed in, as the store knows them.
    let account: Account
    /// Why nothing was kept; nil if it was.
    let failure: AuthError.Code?
}

extension PublicClientApplication {
    /// Keeps what a sign-in brought. A store that fails is no failure of the call: the person did sign in, and the tokens
    /// are good for as long as the app holds them.
    ///
    /// - Throws: `configuration` if the app is built or signed so that it can never keep anything (a missing entitlement):
    ///   whoever builds it has to hear of that.
    func store(
        _ input: SaveInput, of acquisition: Acquisition, requested: Authority
    ) async throws(AuthError) -> StoredSignIn {
        do throws(AuthError) {
            return StoredSignIn(account: try await write(input, acquisition, requested), failure: nil)
        } catch {
            guard error.code == .storeUnavailable || error.code == .storeLocked else { throw error }
            log(
                .error, "The sign-in could not be stored, and will not last: \(euii: error.message)",
                correlationID: acquisition.flow.correlationID)
            return StoredSignIn(account: acquisition.account, failure: error.code)
        }
    }

    private func write(
        _ input: SaveInput, _ acquisition: Acquisition, _ requested: Authority
    ) async throws(AuthError) -> Account {
        let history = authorityHistory
        return try await environment.store.write { transaction throws(AuthError) in
            let account = try CredentialRules.save(input, in: transaction)
            try AuthorityMap.remember(
                requested, issuedBy: acquisition.authority, in: acquisition.flow.storedEnvironment, key: history,
                homeAccountID: input.homeAccountID, in: transaction)
            try TenantNames.remember(
                acquisition.flow.authority, realm: input.realm, homeAccountID: input.homeAccountID, in: transaction)
            return account
        }
    }
}
