import KeyfobCore
import KeyfobFlows

/// Checks, stores and reports the tokens of a sign-in.
struct SignInResultHandler: ClientPart {
    let context: ClientContext
    let clientStore: ClientStore
    let migration: ADALMigration
    let external: ExternalAccounts
    let throttle: Throttle

    /// Checks the tokens of an interactive sign-in, stores them if possible, and returns them.
    func keep(
        _ flow: FlowResult, scopes: ScopeSet, expected: Account?, source: TokenResult.Source,
        requested: Authority? = nil, key: ProofKey? = nil
    ) async throws(AuthError) -> TokenResult {
        let acquisition = try Acquisition(
            flow, requested: scopes, expected: expected?.knownIdentifier, keyID: key?.id)
        if let expected { try AccountMatch.check(requested: expected, returned: acquisition.account) }
        let input = acquisition.saveInput(configuration)
        let stored = try await clientStore.store(input, of: acquisition, requested: requested ?? flow.authority)
        throttle.lift()
        migration.seedADALCache(input, requested: flow.authority)
        log(.info, "A user signed in.", correlationID: flow.correlationID)
        external.didSignIn(stored.account, acquisition)
        let result = acquisition.result(stored, source: source)
        try acquisition.checkScopes(result)
        return result
    }
}
