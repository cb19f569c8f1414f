import KeyfobCache
import KeyfobCore
import KeyfobFlows

extension ClientStore {
    /// Stores a sign-in. An error of the store does not fail the call: the user did sign in, and the app can use the
    /// tokens it got.
    ///
    /// - Throws: `configuration` if the app is built or signed so that it can never store anything (a missing
    ///   entitlement), since its developer has to fix that.
    func store(
        _ input: SaveInput, of acquisition: Acquisition, requested: Authority
    ) async throws(AuthError) -> StoredSignIn {
        do throws(AuthError) {
            return StoredSignIn(account: try await write(input, acquisition, requested), failure: nil)
        } catch {
            guard error.code == .storeUnavailable || error.code == .storeLocked else { throw error }
            log(
                .error, "The sign-in could not be stored, and is lost when the app ends: \(euii: error.message)",
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
