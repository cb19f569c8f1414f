import KeyfobCore

/// An entry that is updated with an entity: members with an equivalent value stay unchanged, whatever their spelling,
/// and so do all that are not modelled.
struct SharedCacheRewrite {
    private let entry: SharedCacheEntry
    private let entity: CredentialEntity
    private let members: SharedCacheMembers
    private let environments: SharedCacheEnvironments

    init(
        _ entry: SharedCacheEntry, _ entity: CredentialEntity, _ members: SharedCacheMembers,
        _ environments: SharedCacheEnvironments
    ) {
        self.entry = entry
        self.entity = entity
        self.members = members
        self.environments = environments
    }

    /// The entry's new text; nil if it cannot be parsed.
    func text(_ style: JSONStyle) -> [UInt8]? {
        guard var object = try? JSONObjectText(parsing: entry.text) else { return nil }
        for (name, value) in members.list where !isSaid(name, value) {
            set(name == SharedCacheNames.requestedClaims ? claimsName : name, value, in: &object, style)
        }
        if case .accessToken(let token) = entity { settle(token, in: &object) }
        if case .appMetadata(let metadata) = entity, metadata.familyID.isEmpty,
            entry.text(SharedCacheNames.family) != nil
        {
            set(SharedCacheNames.family, "", in: &object, style)
        }
        return object.bytes
    }

    /// Whether the entry's member already has an equivalent value for its readers.
    private func isSaid(_ name: String, _ value: JSONValue) -> Bool {
        let wanted = value.stringValue
        // A name may have another meaning in another kind; only that of the account is the same for all.
        if case .unknown = entity {
            let isSpelling = name == SharedCacheNames.home && entry.string(name)?.lowercased() == entry.home
            return entry.members[name] == value || isSpelling && wanted?.lowercased() == entry.home
        }
        guard SharedCacheNames.modelled(entity.kind).contains(name) else { return entry.members[name] == value }
        switch name {
        case SharedCacheNames.credentialType: return entry.text(name) != nil
        case SharedCacheNames.environment, SharedCacheNames.host:
            return environments.environment(of: entry) == entity.environment
        case SharedCacheNames.home, SharedCacheNames.client, SharedCacheNames.realm:
            return (entry.string(name) ?? "").isSameIdentifier(as: wanted ?? "")
        case SharedCacheNames.tokenType: return (entry.text(name) ?? "Bearer").isSameIdentifier(as: wanted ?? "")
        case SharedCacheNames.target:
            guard case .accessToken(let token) = entity else { break }
            return Set(ScopeSet(spaceSeparated: entry.string(name) ?? "").values) == Set(token.scopes.values)
        case SharedCacheNames.cachedAt, SharedCacheNames.extendedExpiresOn:
            if entry.members[name] == nil { return isUnsaidTime(name) }
        case SharedCacheNames.requestedClaims: return entry.text(claimsName) == wanted
        case SharedCacheNames.modified: return !isNewSecret
        default: if entry.members[name] == nil { return wanted == "" }
        }
        return entry.members[name] == value
    }

    /// Whether a missing time has the value that its absence means.
    private func isUnsaidTime(_ name: String) -> Bool {
        guard case .accessToken(let token) = entity else { return false }
        if name == SharedCacheNames.cachedAt { return token.cachedAt == 0 }
        return token.extendedExpiresOn
            == entry.time(SharedCacheNames.extendedExpiresOnOfNET) ?? entry.time(SharedCacheNames.expiresOn)
    }

    private var claimsName: String {
        entry.text(SharedCacheNames.requestedClaimsOfNode) == nil
            ? SharedCacheNames.requestedClaims : SharedCacheNames.requestedClaimsOfNode
    }

    private var isNewSecret: Bool { members[SharedCacheNames.secret] != entry.members[SharedCacheNames.secret] }

    /// Updates the members that describe the former token.
    private func settle(_ token: AccessTokenEntity, in object: inout JSONObjectText) {
        if let index = object.members.lastIndex(where: { $0.name == SharedCacheNames.extendedExpiresOnOfNET }),
            entry.time(SharedCacheNames.extendedExpiresOnOfNET) != token.extendedExpiresOn
        {
            object.replaceValue(at: index, with: JSONText.write(String(token.extendedExpiresOn))[...])
        }
        var stale: Set<String> = []
        if token.refreshOn == nil { stale.insert(SharedCacheNames.refreshOn) }
        if isNewSecret { stale.insert(SharedCacheNames.expiresIn) }
        let gone = object.members.indices.filter { object.members[$0].name.map(stale.contains) ?? false }
        object.remove(Set(gone))
    }

    private func set(_ name: String, _ value: JSONValue, in object: inout JSONObjectText, _ style: JSONStyle) {
        let text = JSONText.write(value)[...]
        if let index = object.members.lastIndex(where: { $0.name == name }) {
            object.replaceValue(at: index, with: text)
        } else {
            object.append(name, text, style, depth: 3)
        }
    }
}

extension CredentialEntity {
    /// The environment; nil for a kind that has none.
    var environment: String? {
        switch self {
        case .accessToken(let token): token.environment
        case .refreshToken(let token): token.environment
        case .idToken(let token): token.environment
        case .account(let user): user.environment
        case .appMetadata(let metadata): metadata.environment
        case .signInState, .unknown: nil
        }
    }
}
