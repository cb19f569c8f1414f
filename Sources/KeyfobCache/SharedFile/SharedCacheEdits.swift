/// The changes of a document, entry by entry.
struct SharedCacheEdits {
    struct Addition {
        let key: String
        let members: SharedCacheMembers
    }

    private var replacements: [SharedCacheDocument.Place: [UInt8]] = [:]
    private var removals: Set<SharedCacheDocument.Place> = []
    private var additions: [String: [Addition]] = [:]

    /// Replaces the text of an entry, in its place and under its key.
    mutating func replace(_ place: SharedCacheDocument.Place, with text: [UInt8]) {
        removals.remove(place)
        replacements[place] = text
    }

    /// Removes an entry.
    mutating func remove(_ place: SharedCacheDocument.Place) {
        replacements[place] = nil
        removals.insert(place)
    }

    /// Adds an entry at the end of its section.
    mutating func add(_ key: String, _ members: SharedCacheMembers, to section: String) {
        additions[section, default: []].append(Addition(key: key, members: members))
    }

    /// Whether an entry is removed.
    func removes(_ place: SharedCacheDocument.Place) -> Bool { removals.contains(place) }

    /// The sections that change, in a deterministic order.
    var sections: [String] {
        // New sections have the order of MSAL Python.
        let order = ["AccessToken", "Account", "IdToken", "RefreshToken", "AppMetadata", "SignInState"]
        let touched = Set(replacements.keys.map(\.section)).union(removals.map(\.section)).union(additions.keys)
        return order.filter(touched.contains) + touched.subtracting(order).sorted()
    }

    func replaced(in section: String) -> [(position: Int, text: [UInt8])] {
        replacements.filter { $0.key.section == section }.map { ($0.key.position, $0.value) }
    }

    func removed(in section: String) -> Set<Int> {
        Set(removals.filter { $0.section == section }.map(\.position))
    }

    func added(to section: String) -> [Addition] { additions[section] ?? [] }
}
