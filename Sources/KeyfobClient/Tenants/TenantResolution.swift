import KeyfobCache
import KeyfobCore
import KeyfobOAuth

/// Finds the tenant of a request, so that the store can be searched for it without asking a server.
///
/// The issuer of tokens for the same request (``AuthorityMap``) takes precedence, where it can differ from the rule.
/// Otherwise `common`, `consumers` and `organizations` become the account's home tenant, except that `organizations` is
/// not changed for a personal account; a named tenant is kept.
enum TenantResolution {
    /// The authority with its tenant's id; nil if the tenant is a domain by which no token of this account was
    /// requested yet.
    ///
    /// - Parameter history: the key of equal requests in the map; nil to ignore the map.
    static func authority(
        _ requested: Authority, in partition: AccountPartition, history: AuthorityMap.Key? = nil
    ) throws(AuthError) -> Authority? {
        guard requested.kind != .adfs, requested.kind != .openID else { return requested }
        if let history, history.isInstanceAware || (requested.isMultiTenant && !isSeenAtHome(partition)),
            let issuing = try AuthorityMap.authority(for: requested, key: history, in: partition)
        {
            return issuing
        }
        if requested.isMultiTenant { return homeAuthority(requested, in: partition) }
        if partition.accounts.contains(where: { $0.realm.lowercased() == requested.tenant })
            || isGUID(requested.tenant)
        {
            return requested
        }
        return try TenantNames.realm(of: requested.tenant, in: partition).map(requested.with(tenant:))
    }

    /// The authority with the tenant's id that the issuer of its metadata names: `https://HOST/TENANT-ID/v2.0`, at B2C
    /// also `https://HOST/tfp/TENANT-ID/POLICY/v2.0/`.
    static func authority(_ requested: Authority, metadata: ProviderMetadata) -> Authority {
        guard let url = HTTPURL(metadata.issuer) else { return requested }
        var segments = url.path.split(separator: "/")[...]
        if requested.kind == .b2c, segments.first == "tfp" { segments.removeFirst() }
        guard let segment = segments.first, isGUID(segment.lowercased()) else { return requested }
        return requested.with(tenant: segment.lowercased())
    }

    /// `common`, `organizations` and `consumers` become the account's home tenant, except that a personal account
    /// has none among the organizations.
    private static func homeAuthority(_ requested: Authority, in partition: AccountPartition) -> Authority {
        let home = homeTenant(of: partition)
        guard requested.tenant != "organizations" || home != Authority.personalAccountsTenant else { return requested }
        return requested.with(tenant: home)
    }

    /// The tenant in the account's identifier or, if no token of that tenant is stored, the only tenant of its tokens.
    private static func homeTenant(of partition: AccountPartition) -> String {
        let identifier = partition.homeAccountID
        let suffix = identifier.lastIndex(of: ".").map { identifier[identifier.index(after: $0)...] } ?? ""
        // MSAL Python and Go write the segment of the authority as realm. Where that names an audience, the account was
        // seen in its home tenant.
        let wasSeenAtHome = partition.accounts.contains { account in
            let realm = account.realm.lowercased()
            return realm == suffix || Authority(environment: "", tenant: realm).isMultiTenant
        }
        guard !wasSeenAtHome, let first = partition.accounts.first?.realm.lowercased() else { return String(suffix) }
        return partition.accounts.allSatisfy { $0.realm.lowercased() == first } ? first : String(suffix)
    }

    private static func isSeenAtHome(_ partition: AccountPartition) -> Bool {
        let identifier = partition.homeAccountID
        let suffix = identifier.lastIndex(of: ".").map { identifier[identifier.index(after: $0)...] } ?? ""
        return partition.accounts.contains { $0.realm.lowercased() == suffix }
    }

    /// Whether a tenant is named by its id, which has the form of a GUID.
    static func isGUID(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count == 36 else { return false }
        for (position, byte) in bytes.enumerated() {
            let isHyphenPlace = position == 8 || position == 13 || position == 18 || position == 23
            guard isHyphenPlace ? byte == 0x2D : isHexDigit(byte) else { return false }
        }
        return true
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) || (0x41...0x46).contains(byte)
    }
}
