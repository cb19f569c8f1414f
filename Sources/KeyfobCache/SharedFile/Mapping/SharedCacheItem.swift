/// An entry as an entity, and how it stands to others of the same identity.
struct SharedCacheItem: Sendable {
    let entry: SharedCacheEntry
    let entity: CredentialEntity
    /// What, beside its key, tells it from others: the client of a family's token, the key that a token is bound to.
    let variant: String
    /// Whether the entity is read between the lines: a client's token that its family may use too is the client's own.
    let isImplied: Bool

    init(_ entry: SharedCacheEntry, _ entity: CredentialEntity, isImplied: Bool = false) {
        self.entry = entry
        self.entity = entity
        self.isImplied = isImplied
        // Entries that nobody here understands are never the same, whatever name they come to.
        if case .unknown = entity {
            variant = entry.fullName
        } else {
            variant = Self.variant(of: entity, keyID: entry.keyID)
        }
    }

    /// What an entry is, in full.
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

    /// Whether the entry is what is kept of an identity that two entries have: the one that is understood; else the
    /// newer; of two of the same age the one that says so itself, and else the later in the file.
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
