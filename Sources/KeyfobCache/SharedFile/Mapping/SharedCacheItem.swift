/// An entry as an entity, and its relation to others with the same identity.
struct SharedCacheItem: Sendable {
    let entry: SharedCacheEntry
    let entity: CredentialEntity
    /// The part of the identity that is not in the key: the client of a family's token, the key that a token is bound
    /// to.
    let variant: String
    /// Whether the entity is implied: a family's token of a client is also the client's own token.
    let isImplied: Bool

    init(_ entry: SharedCacheEntry, _ entity: CredentialEntity, isImplied: Bool = false) {
        self.entry = entry
        self.entity = entity
        self.isImplied = isImplied
        // Unknown entries are never duplicates, whatever their names.
        if case .unknown = entity {
            variant = entry.fullName
        } else {
            variant = Self.variant(of: entity, keyID: entry.keyID)
        }
    }

    /// The entities of an entry.
    static func items(_ entry: SharedCacheEntry, _ environments: SharedCacheEnvironments) -> [SharedCacheItem] {
        guard let entity = entry.entity(environments) else { return [SharedCacheItem(entry, entry.unknownEntity())] }
        guard case .refreshToken(let token) = entity, token.familyID != nil else {
            return [SharedCacheItem(entry, entity)]
        }
        let own = RefreshTokenEntity(
            homeAccountID: token.homeAccountID, environment: token.environment, clientID: token.clientID,
            contents: token.contents)
        return [
            SharedCacheItem(entry, entity), SharedCacheItem(entry, .refreshToken(own), isImplied: true),
        ]
    }

    static func variant(of entity: CredentialEntity, keyID: String) -> String {
        switch entity {
        case .accessToken: keyID
        case .refreshToken(let token): token.familyID == nil ? "" : token.clientID.lowercased()
        default: ""
        }
    }

    /// Whether the entry takes precedence over another with the same identity: the known one; else the newer one; of
    /// two of the same age the explicit one, and else the later one in the file.
    func replaces(_ other: SharedCacheItem) -> Bool {
        if isUnderstood != other.isUnderstood { return isUnderstood }
        if age != other.age { return age > other.age }
        return other.isImplied || !isImplied
    }

    private var isUnderstood: Bool { if case .unknown = entity { false } else { true } }

    private var age: Int64 {
        switch entity {
        case .accessToken(let token): token.cachedAt
        case .refreshToken: entry.time(SharedCacheNames.modified) ?? 0
        default: 0
        }
    }
}
