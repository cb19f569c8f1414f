import KeyfobCache
import KeyfobCore
import KeyfobFlows

extension ClientStore {
    /// The key of this client's requests in the authority map.
    var authorityHistory: AuthorityMap.Key {
        AuthorityMap.Key(clientID: configuration.clientID, isInstanceAware: configuration.multipleCloudsSupported)
    }

    /// The authority with its tenant's id and, if the app lets users of other clouds sign in, with the host of the
    /// account's own cloud; nil if the tenant is a domain by which no token of this account was requested yet.
    func resolved(_ requested: Authority, in partition: AccountPartition) throws(AuthError) -> Authority? {
        let authority = try TenantResolution.authority(requested, in: partition, history: authorityHistory)
        guard let authority, authority.kind == .aad, configuration.multipleCloudsSupported, requested.isMultiTenant,
            authority.environment == requested.environment
        else { return authority }
        // Another client of the suite may have signed the account in: it has one home cloud only.
        let names = flows.cloud(of: requested.environment).aliases
        let environments = Set(partition.accounts.map(\.environment))
        guard environments.count == 1, let own = environments.first, !names.contains(own), flows.isRecognised(own)
        else { return authority }
        return authority.with(environment: flows.cloud(of: own).preferredNetwork)
    }
}
