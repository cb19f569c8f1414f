package import KeyfobCore

/// The rules for using ADAL's items in addition to the credential store, as pure functions: the accounts they add, the
/// refresh tokens for a request, the items that are written for ADAL's apps, and those that are removed.
package enum ADALCacheRules {
    /// The family whose tokens a client may try: the recorded one; family 1, the only existing one, if there is no
    /// record; nil if the client is recorded as having none.
    ///
    /// - Parameter metadata: the client's metadata in the credential store.
    package static func family(_ metadata: AppMetadataEntity?) -> String? {
        guard let metadata else { return "1" }
        return metadata.familyID.isEmpty ? nil : metadata.familyID
    }

    /// The client ids in the keys of a client's own items and its family's.
    package static func clientIDs(_ clientID: String, family: String?) -> [String] {
        [clientID] + (family.map { [ADALCacheKey.familyClientID($0)] } ?? [])
    }

    /// The authority URLs in the keys of ADAL's refresh tokens for a request, the most likely first.
    ///
    /// For each authority every name of its cloud: the preferred one, the given one, then the others. After them the
    /// same with `common`, where a refresh token of several resources can be redeemed too. `organizations` is replaced
    /// by `common`, and `consumers` is skipped: the version 1 endpoint supports neither.
    ///
    /// - Parameter requested: the request's authority as the app specified it, and as it was resolved.
    package static func authorities(for requested: [Authority]) -> [String] {
        let known = requested.filter { $0.tenant != "consumers" }
        let spelt = known.map { $0.tenant == "organizations" ? $0.with(tenant: "common") : $0 }
        var seen: Set<String> = []
        return (spelt + known.map { $0.with(tenant: "common") }).flatMap(aliases)
            .filter { seen.insert($0).inserted }
    }

    private static func aliases(_ authority: Authority) -> [String] {
        let hosts = [authority.cloud.preferredCache, authority.environment] + authority.cloud.aliases
        return hosts.map { Authority(environment: $0, tenant: authority.tenant).description }
    }
}
