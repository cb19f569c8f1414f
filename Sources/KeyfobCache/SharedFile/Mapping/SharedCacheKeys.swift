import KeyfobCore

/// The keys of entries, made from the members as in MSAL Python. Entries are never looked up by them.
enum SharedCacheKeys {
    /// The key for a new entry.
    static func key(_ entity: CredentialEntity, _ members: SharedCacheMembers) -> String {
        if case .unknown(let unknown) = entity { return key(of: unknown) }
        return key(section: entity.kind, home: members[SharedCacheNames.home]?.stringValue) {
            members[$0]?.stringValue
        } ?? "\(entity.key.homeAccountID)-\(entity.key.name)"
    }

    /// The key that MSAL Python uses to rewrite or remove an entry; nil for a kind that it does not have.
    static func key(_ entry: SharedCacheEntry) -> String? {
        key(section: CredentialKind(rawValue: entry.place.section), home: entry.string(SharedCacheNames.home)) {
            entry.string($0)
        }
    }

    private static func key(of unknown: UnknownEntity) -> String {
        let prefix = "\(unknown.kind.rawValue)|"
        let name = unknown.key.name
        if name.hasPrefix(prefix) { return String(name.dropFirst(prefix.count)) }
        return unknown.key.homeAccountID.isEmpty ? name : "\(unknown.key.homeAccountID)-\(name)"
    }

    private static func key(section: CredentialKind, home: String?, _ member: (String) -> String?) -> String? {
        let home = home ?? ""
        let environment = member(SharedCacheNames.environment) ?? ""
        let client = member(SharedCacheNames.client) ?? ""
        let realm = member(SharedCacheNames.realm) ?? ""
        let target = member(SharedCacheNames.target) ?? ""
        let parts: [String]
        switch section {
        case .accessToken: parts = [home, environment, "accesstoken", client, realm, target]
        case .refreshToken: parts = [home, environment, "refreshtoken", client, "", target]
        case .idToken: parts = [home, environment, "idtoken", client, realm, ""]
        case .account: parts = [home, environment, realm]
        // The client id keeps its letter case here, as in MSAL Python.
        case .appMetadata: return "appmetadata-\(environment)-\(client)"
        default: return nil
        }
        return parts.joined(separator: "-").lowercased()
    }
}
