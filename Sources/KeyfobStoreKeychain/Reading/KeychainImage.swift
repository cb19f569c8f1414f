import KeyfobCache
import KeyfobCore

/// What an access group held at one moment, decoded.
struct KeychainImage: Sendable {
    /// An item that is an entity.
    struct Entry: Sendable {
        let item: KeychainItem
        let entity: CredentialEntity
    }

    /// An item that is a client's metadata.
    struct Metadata: Sendable {
        let item: KeychainItem
        let metadata: KeychainAccountMetadata
    }

    /// The group's items in the order of their names.
    let items: [KeychainItem]
    /// The entities by account.
    let entries: [String: [Entry]]
    /// What readers see, by account.
    let partitions: [String: AccountPartition]
    /// Credentials that count as deleted.
    let tombstones: [KeychainItem]
    /// The clients' metadata.
    let metadata: [Metadata]
    /// Whether a family's refresh token is a `FamilyRefreshToken`.
    let usesSingleFamilyToken: Bool

    /// Nothing.
    init() {
        items = []
        entries = [:]
        partitions = [:]
        tombstones = []
        metadata = []
        usesSingleFamilyToken = false
    }

    /// Decodes items; an account whose items are those of an earlier image keeps that one's partition.
    init(_ items: [KeychainItem], after earlier: KeychainImage) {
        self.items = items
        var isOn = false
        for item in items where item.service == KeychainItemKey.singleFamilyTokenSwitch.service {
            if case .singleFamilyTokenSwitch(let value) = KeychainMapping.content(of: item) { isOn = value }
        }
        usesSingleFamilyToken = isOn
        var entries: [String: [Entry]] = [:]
        var tombstones: [KeychainItem] = []
        var metadata: [Metadata] = []
        for item in items {
            switch KeychainMapping.content(of: item, usesSingleFamilyToken: isOn) {
            case .entity(let entity):
                entries[entity.key.homeAccountID, default: []].append(Entry(item: item, entity: entity))
            case .tombstone: tombstones.append(item)
            case .accountMetadata(let found): metadata.append(Metadata(item: item, metadata: found))
            case .singleFamilyTokenSwitch, .foreign: break
            }
        }
        self.entries = entries
        self.tombstones = tombstones
        self.metadata = metadata
        let isSameView = isOn == earlier.usesSingleFamilyToken
        var partitions: [String: AccountPartition] = [:]
        for (home, found) in entries {
            let known = earlier.entries[home]?.map(\.item) ?? []
            let reused = isSameView && known == found.map(\.item) ? earlier.partitions[home] : nil
            partitions[home] =
                reused ?? AccountPartition(homeAccountID: home, entities: Self.visible(found).map(\.entity))
        }
        self.partitions = partitions
    }

    /// The entries without the plain twin of a family's single token, which IdentityCore reads first.
    private static func visible(_ entries: [Entry]) -> [Entry] {
        let single = Set(
            entries.filter { $0.item.type == KeychainItemType.familyRefreshToken.rawValue }.map(\.entity.key))
        guard !single.isEmpty else { return entries }
        return entries.filter {
            $0.item.type != KeychainItemType.refreshToken.rawValue || !single.contains($0.entity.key)
        }
    }
}
