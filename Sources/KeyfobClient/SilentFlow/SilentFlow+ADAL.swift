import KeyfobCache
import KeyfobCore
import KeyfobFlows

extension SilentFlow {
    /// Gets a token for an account that is not in the store: by a refresh token of ADAL's cache, which moves the
    /// account over.
    func acquireTokenOfADALAccount(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult {
        let requested = parameters.authority ?? configuration.authority
        let clientIDs = ADALCacheRules.clientIDs(configuration.clientID, family: try reader.migration.adalFamily)
        let query = parameters.account.username.map { ADALCacheQuery(clientIDs: clientIDs, userID: $0) }
        guard let query, try !reader.migration.readableADALItems(query).isEmpty else {
            if let result = try await shared.tokenOfBrokerAccount(parameters) { return result }
            throw .interactionRequired("The store has no credentials of this account.")
        }
        guard !requested.isMultiTenant else {
            let home = parameters.account.tenantProfiles.first { $0.isHomeTenant }
            let authority = home.map { requested.with(tenant: $0.tenantID) } ?? requested
            return try await shared.refresh(parameters, at: authority, replacing: nil)
        }
        guard !TenantResolution.isGUID(requested.tenant) else {
            return try await shared.refresh(parameters, at: requested, replacing: nil)
        }
        let authority = TenantResolution.authority(requested, metadata: try await flows.metadata(for: requested))
        let result = try await shared.refresh(parameters, at: authority, replacing: nil)
        await reader.clientStore.rememberName(requested, of: authority.tenant, homeAccountID: result.account.identifier)
        return result
    }
}
