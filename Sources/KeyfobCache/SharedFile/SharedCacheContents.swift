import KeyfobBackport
import KeyfobCore

/// The entries of a document by account, and their entities. Immutable.
///
/// An account's partition is kept, and reused for the next version of the document if the account's entries are the
/// same, so that it stays the same object.
package final class SharedCacheContents: Sendable {
    private struct Kept: Sendable {
        let fingerprint: [UInt8]
        let partition: AccountPartition
    }

    private struct Partitions: Sendable {
        var current: [String: Kept] = [:]
        var earlier: [String: Kept] = [:]
    }

    /// The document.
    package let document: SharedCacheDocument
    let environments: SharedCacheEnvironments
    private let places: [String: [SharedCacheDocument.Place]]
    private let partitions: Mutex<Partitions>

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: the parsed document.
    ///   - authority: the environment, host and port, of the authority in use: entries with this host and no port are
    ///     assumed to have that port, and new ones are written under this name of the cloud.
    ///   - previous: the contents of an earlier version.
    package init(_ document: SharedCacheDocument, authority: String?, previous: SharedCacheContents? = nil) {
        self.document = document
        environments = SharedCacheEnvironments(authority: authority)
        var places: [String: [SharedCacheDocument.Place]] = [:]
        for section in document.sectionNames {
            let hasNoAccount = section == CredentialKind.appMetadata.rawValue
            for (position, member) in document.members(of: section).enumerated()
            where member.value.first == UInt8(ascii: "{") {
                let home = hasNoAccount ? "" : SharedCacheEntry.home(in: member.value)
                places[home, default: []].append(SharedCacheDocument.Place(section: section, position: position))
            }
        }
        self.places = places
        let earlier = previous?.partitions.withLock { $0.earlier.merging($0.current) { $1 } } ?? [:]
        partitions = Mutex(Partitions(earlier: earlier.filter { places[$0.key] != nil }))
    }

    /// The accounts that have at least one entry.
    package var homeAccountIDs: [String] { places.keys.filter { !$0.isEmpty } }

    /// The entities of one account, in any letter case; nil if there are none.
    package func partition(homeAccountID: String) -> AccountPartition? {
        let home = homeAccountID.lowercased()
        if let kept = partitions.withLock({ $0.current[home] }) { return kept.partition }
        let entries = entries(of: home)
        guard !entries.isEmpty else { return nil }
        var fingerprint: [UInt8] = []
        for entry in entries {
            for part in [entry.place.section, entry.key] {
                fingerprint.append(contentsOf: part.utf8)
                fingerprint.append(0)
            }
            fingerprint.append(contentsOf: entry.text)
        }
        let entities = SharedCacheResolution(entries, environments).entities
        return partitions.withLock { partitions in
            if let kept = partitions.current[home] { return kept.partition }
            let known = partitions.earlier.removeValue(forKey: home)
            let partition =
                known.flatMap { $0.fingerprint == fingerprint ? $0.partition : nil }
                ?? AccountPartition(homeAccountID: home, entities: entities)
            partitions.current[home] = Kept(fingerprint: fingerprint, partition: partition)
            return partition
        }
    }

    func entries(of home: String) -> [SharedCacheEntry] {
        (places[home] ?? []).compactMap { place in
            SharedCacheEntry(document.members(of: place.section)[place.position], at: place, home: home)
        }
    }
}
