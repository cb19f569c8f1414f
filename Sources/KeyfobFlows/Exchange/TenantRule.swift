import KeyfobCore
import KeyfobOAuth

/// The tenant that an ID token must be from.
enum TenantRule {
    /// Returns the tenant's id, if the authority or the issuer names one; nil if any tenant is allowed, and for the
    /// kinds whose tokens name none (B2C leaves `tid` out unless a policy adds it).
    static func expectedTenantID(authority: Authority, issuer: String) -> String? {
        guard authority.kind == .aad || authority.kind == .ciam else { return nil }
        if isTenantID(authority.tenant) { return authority.tenant }
        if authority.kind == .aad, authority.tenant == "consumers" { return Authority.personalAccountsTenant }
        // For a domain, the issuer in its metadata names the tenant: https://HOST/TENANT-ID/v2.0
        guard let segment = HTTPURL(issuer)?.path.split(separator: "/").first.map({ $0.lowercased() }),
            isTenantID(segment)
        else { return nil }
        return segment
    }

    /// Whether it has the form of a GUID, in lower case.
    static func isTenantID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } }
    }
}
