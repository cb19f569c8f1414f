import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobOAuth

/// Reads what the store has for a silent call: for the call, for its explanation, and again under the lock.
struct SilentReader: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore
    let accountList: AccountList
    let migration: ADALMigration

    /// Reads what the store has for a silent call, in the order in which the call decides.
    ///
    /// - Parameters:
    ///   - known: the authority with its tenant's id, if the server was asked for it.
    ///   - now: the time by which stored tokens are valid.
    /// - Throws: `interactionRequired` if the user has not signed in under the policy of the authority; the store's
    ///   errors.
    func situation(
        of parameters: SilentParameters, at known: Authority? = nil, now: Date
    ) throws(AuthError) -> SilentSituation {
        let parameters = try accountList.ofPolicy(
            environment.adalCache == nil ? parameters : try migration.movedOver(parameters))
        let identifier = parameters.account.identifier
        let requested = parameters.authority ?? configuration.authority
        var situation = SilentSituation(
            parameters: parameters, authority: known ?? requested, now: now,
            inputs: SilentInputs(parameters, cached: nil, now: now.unixSeconds, configuration))
        guard !identifier.isEmpty, let partition = try environment.store.partition(homeAccountID: identifier) else {
            situation.inputs.signIn = .unknown
            return situation
        }
        guard !clientStore.signInKey(identifier).isSignedOut(in: partition) else {
            situation.inputs.signIn = .signedOut
            return situation
        }
        if known == nil { situation.authority = try clientStore.resolved(requested, in: partition) }
        guard let authority = situation.authority else { return situation }
        situation.cached = try clientStore.cachedToken(
            for: parameters.scopes, at: authority, in: partition, now: now, keyID: parameters.boundKeyID)
        situation.inputs = SilentInputs(
            parameters, cached: situation.cached,
            hasOtherKey: hasOtherKey(parameters, at: authority, in: partition), now: now.unixSeconds, configuration
        ).under(.msal)
        return situation
    }

    /// Whether the store has a token for these scopes that is bound to another key than this client's.
    private func hasOtherKey(
        _ parameters: SilentParameters, at authority: Authority, in partition: AccountPartition
    ) -> Bool {
        guard parameters.scheme.proof != nil else { return false }
        let scopes = parameters.scopes.deciding
        return partition.accessTokens.contains {
            $0.tokenType.lowercased() == TokenBinding.tokenType && $0.realm.lowercased() == authority.tenant
                && $0.clientID.lowercased() == configuration.clientID.lowercased()
                && scopes.isSubset(of: $0.scopes)
        }
    }
}
