/// What is to be changed in a document, entry by entry.
struct SharedCacheEdits {
    struct Addition {
        let key: String
        let members: SharedCacheMembers
    }

    private var replacements: [SharedCacheDocument.Place: [UInt8]] = [:]
    private var removals: Set<SharedCacheDocument.Place> = []
    private var additions: [String: [Addition]] = [:]

    /// Writes an entry anew, in its place and under its key.
    mutating func replace(_ place: SharedCacheDocument.Place, with text: [UInt8]) {
        removals.remove(place)
        replacements[place] = text
    }

    /// Takes an entry away.
    mutating func remove(_ place: SharedCacheDocument.Place) {
        replacements[place] = nil
        removals.insert(place)
    }

    /// Adds an entry at the end of its section.
    mutating func add(_ key: String, _ members: SharedCacheMembers, to section: String) {
        additions[section, default: []].append(Addition(key: key, members: members))
    }

    /// Whether an entry is taken away.
    func removes(_ place: SharedCacheDocument.Place) -> Bool { removals.contains(place) }

    /// The sections that change, in an order that does not depend on chance.
    var sections: [String] {
        // New sections come in the order in which MSAL Python makes them.
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
