import KeyfobCache
import KeyfobCore

/// The decoded items of an access group at one moment.
struct KeychainImage: Sendable {
    /// An item that contains an entity.
    struct Entry: Sendable {
        let item: KeychainItem
        let entity: CredentialEntity
    }

    /// An item that contains a client's metadata.
    struct Metadata: Sendable {
        let item: KeychainItem
        let metadata: KeychainAccountMetadata
    }

    /// The group's items, ordered by name.
    let items: [KeychainItem]
    /// The entities by account.
    let entries: [String: [Entry]]
    /// The entities that readers get, by account.
    let partitions: [String: AccountPartition]
    /// Credentials that are marked as deleted.
    let tombstones: [KeychainItem]
    /// The clients' metadata.
    let metadata: [Metadata]
    /// Whether a family's refresh token is a `FamilyRefreshToken`.
    let usesSingleFamilyToken: Bool

    /// Makes an empty image.
    init() {
        items = []
        entries = [:]
        partitions = [:]
        tombstones = []
        metadata = []
        usesSingleFamilyToken = false
    }

    /// Decodes items; an account with the same items as in an earlier image keeps the partition of that image.
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

    /// The entries without the plain copies of a family's single token, which IdentityCore reads first.
    private static func visible(_ entries: [Entry]) -> [Entry] {
        let single = Set(
            entries.filter { $0.item.type == KeychainItemType.familyRefreshToken.rawValue }.map(\.entity.key))
        guard !single.isEmpty else { return entries }
        return entries.filter {
            $0.item.type != KeychainItemType.refreshToken.rawValue || !single.contains($0.entity.key)
        }
    }
}
