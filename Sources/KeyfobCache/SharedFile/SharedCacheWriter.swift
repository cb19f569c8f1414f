import KeyfobCore

/// Converts the changes of a transaction into edits of the document: an existing entry, whatever its key, is rewritten
/// in its place, its duplicates are removed, and only new entries get a new key.
struct SharedCacheWriter {
    /// The identity of an entity; for a family's refresh token it includes the client.
    private struct Identity: Hashable {
        let key: CredentialKey
        let variant: String

        init(_ entity: CredentialEntity) {
            key = entity.key
            variant = SharedCacheItem.variant(of: entity, keyID: "")
        }
    }

    private let contents: SharedCacheContents
    private let now: Int64
    private(set) var edits = SharedCacheEdits()
    private var takenKeys: [String: Set<String>] = [:]

    init(_ contents: SharedCacheContents, now: Int64) {
        self.contents = contents
        self.now = now
    }

    /// Adds the changes of one account.
    mutating func write(_ changes: [(key: CredentialKey, change: SharedCacheTransaction.Change)], of home: String) {
        let resolution = SharedCacheResolution(contents.entries(of: home), contents.environments)
        var puts: [CredentialEntity] = []
        for (key, change) in changes {
            switch change {
            case .put(let entity): puts.append(entity)
            case .delete: for entry in resolution.entries(shownAs: key) { edits.remove(entry.place) }
            }
        }
        // Other libraries compare identifiers case-sensitively. Entries that belong to no account may still contain an
        // account.
        let spellings = resolution.items.lazy.compactMap { $0.entry.string(SharedCacheNames.home) }
        let spelling = spellings.first { $0.lowercased() == home } ?? home
        var credentials = 0
        for entity in puts {
            if isInFamilyEntry(entity, puts, resolution) {
                for twin in resolution.twins(of: entity.key, variant: "") { edits.remove(twin.place) }
                continue
            }
            put(entity, resolution, spelling)
            credentials += Self.isCredential(entity.kind) ? 1 : 0
        }
        forgetUser(puts, resolution, hasNewCredentials: credentials > 0)
    }

    /// Whether a client's own refresh token needs no entry, because the family's entry contains the same token: an
    /// entry with `family_id` is both, as in MSAL Python.
    private func isInFamilyEntry(
        _ entity: CredentialEntity, _ puts: [CredentialEntity], _ resolution: SharedCacheResolution
    ) -> Bool {
        guard case .refreshToken(let own) = entity, own.familyID == nil else { return false }
        let variants = Set(puts.map { Identity($0) })
        let stored = resolution.items.lazy.filter { item in
            !item.isImplied && !edits.removes(item.entry.place) && !variants.contains(Identity(item.entity))
        }
        return (puts + stored.map(\.entity)).contains { other in
            guard case .refreshToken(let family) = other, family.familyID != nil,
                family.clientID.isSameIdentifier(as: own.clientID), family.environment == own.environment
            else { return false }
            return (try? family.secret) == (try? own.secret)
        }
    }

    private mutating func put(_ entity: CredentialEntity, _ resolution: SharedCacheResolution, _ home: String) {
        let members = SharedCacheMembers(
            entity, home: home, environments: contents.environments, now: now)
        let keyID = SharedCacheNames.keyIDs.lazy.compactMap { members[$0]?.stringValue }.first ?? ""
        let variant = SharedCacheItem.variant(of: entity, keyID: keyID)
        var twins = resolution.twins(of: entity.key, variant: variant)
        if case .unknown = entity {
            twins = resolution.entries(shownAs: entity.key).filter { $0.place.section == entity.kind.rawValue }
        }
        guard let kept = twins.first(where: { $0.key == SharedCacheKeys.key($0) }) ?? twins.last else {
            let key = freeKey(SharedCacheKeys.key(entity, members), entity.kind.rawValue)
            return edits.add(key, members, to: entity.kind.rawValue)
        }
        for twin in twins where twin.place != kept.place { edits.remove(twin.place) }
        let text = SharedCacheRewrite(kept, entity, members, contents.environments).text(contents.document.layout)
        edits.replace(kept.place, with: text ?? Array(kept.text))
    }

    /// The wanted key, or a numbered one if it is used by a different entry, for example of another port.
    private mutating func freeKey(_ wanted: String, _ section: String) -> String {
        if takenKeys[section] == nil { takenKeys[section] = Set(contents.document.keys(of: section)) }
        var key = wanted
        var number = 2
        // In place: a copy of the set for each new entry would make a large transaction quadratic.
        while takenKeys[section]?.insert(key).inserted == false {
            key = "\(wanted)-\(number)"
            number += 1
        }
        return key
    }

    /// Removes the user's entries with the last credential, when an app signs out and no other is signed in: MSAL
    /// Python would otherwise list a user without credentials.
    private mutating func forgetUser(
        _ puts: [CredentialEntity], _ resolution: SharedCacheResolution, hasNewCredentials: Bool
    ) {
        let replaced = Set(puts.map(\.key))
        let states = puts + resolution.entities.filter { !replaced.contains($0.key) }
        var isSignedOut = false
        for case .signInState(let state) in states {
            guard state.state == .signedOut else { return }
            isSignedOut = true
        }
        let signsOut = puts.contains { if case .signInState = $0 { true } else { false } }
        guard isSignedOut, signsOut, !hasNewCredentials else { return }
        let isLeft = resolution.items.contains {
            Self.isCredential(CredentialKind(rawValue: $0.entry.place.section)) && !edits.removes($0.entry.place)
        }
        guard !isLeft, !puts.contains(where: { $0.kind == .account }) else { return }
        for item in resolution.items where item.entity.kind == .account { edits.remove(item.entry.place) }
    }

    private static func isCredential(_ kind: CredentialKind) -> Bool {
        kind == .accessToken || kind == .refreshToken || kind == .idToken
    }
}
