public import KeyfobCore

/// The rules by which a client uses ADAL's items beside the credential store, as pure functions: which accounts they
/// add, which refresh token serves a request, what is written for ADAL's apps, what a removal takes out.
public enum LegacyRules {
    /// The family whose tokens a client may try: the one that is on record; family 1, the only one there is, if nothing
    /// is known; nil if it is known to have none.
    ///
    /// - Parameter metadata: what the credential store knows of the client.
    public static func family(_ metadata: AppMetadataEntity?) -> String? {
        guard let metadata else { return "1" }
        return metadata.familyID.isEmpty ? nil : metadata.familyID
    }

    /// The client ids under which a client's own items and its family's are filed.
    public static func clientIDs(_ clientID: String, family: String?) -> [String] {
        [clientID] + (family.map { [LegacyTokenKey.familyClientID($0)] } ?? [])
    }

    /// The authority URLs under which ADAL may have filed a refresh token for a request, the likeliest first.
    ///
    /// For each authority every name of its cloud: the preferred one, the given one, then the others. After them the
    /// same with `common`, since a refresh token of several resources serves there too. `organizations` is `common`,
    /// and `consumers` is nothing: the version 1 endpoint knows neither.
    ///
    /// - Parameter requested: the request's authority as the app names it, and as it was resolved.
    public static func authorities(for requested: [Authority]) -> [String] {
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
