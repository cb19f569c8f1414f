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

    /// The parameters with the account as the store has it: moved over from ADAL's cache, and of the authority's policy.
    ///
    /// - Returns: nil if the parameters name it already. Most do, and copying them is a measurable part of a call.
    /// - Throws: `interactionRequired` if the user has not signed in under the policy of the authority; the store's
    ///   errors.
    func updated(_ parameters: SilentParameters) throws(AuthError) -> SilentParameters? {
        guard environment.adalCache != nil, parameters.account.knownIdentifier == nil else {
            return try accountList.ofPolicy(parameters)
        }
        let moved = try migration.movedOver(parameters)
        return try accountList.ofPolicy(moved) ?? moved
    }

    /// Reads what the store has for a silent call, in the order in which the call decides.
    ///
    /// - Parameters:
    ///   - parameters: the parameters, with the account as the store has it.
    ///   - known: the authority with its tenant's id, if the server was asked for it.
    ///   - now: the time by which stored tokens are valid.
    /// - Throws: the store's errors.
    func situation(
        of parameters: SilentParameters, at known: Authority? = nil, now: Date
    ) throws(AuthError) -> SilentSituation {
        let identifier = parameters.account.identifier
        let requested = parameters.authority ?? configuration.authority
        var situation = SilentSituation(
            authority: known ?? requested, now: now,
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
