/// ADAL's cache on macOS: one keyed archive of all items, `{tokenCache: {tokens: {user: {key: item}}}, version: 1.0}`.
///
/// Unknown members and entries of an archive are kept in a rewrite.
package struct ADALCacheArchive: Sendable {
    /// The version of the format; a newer one is refused.
    package static let version = 1.0

    private struct Entry: Sendable {
        let userID: String
        /// As in the archive; other versions write more members.
        let key: ArchivedValue
        var value: ArchivedValue
        /// The item; nil if the value is not an item.
        var item: ADALCacheItem?
    }

    private var entries: [Entry] = []
    /// The outermost dictionary, and `tokenCache` in it, without the entries.
    private var wrapper: ArchivedDictionary
    private var cache: ArchivedDictionary

    /// Makes an empty archive.
    package init() {
        wrapper = ArchivedDictionary([ArchivedDictionary.Entry(.string("version"), .real(Self.version))])
        cache = ArchivedDictionary(isMutable: true)
    }

    /// Reads an archive.
    ///
    /// - Throws: ``PropertyListError`` if the bytes are not such an archive, or one of a newer version.
    package init(parsing bytes: [UInt8]) throws(PropertyListError) {
        guard let wrapper = try KeyedArchive.decode(bytes).dictionaryValue,
            let version = wrapper["version"], let cache = wrapper["tokenCache"]?.dictionaryValue
        else { throw PropertyListError("The keyed archive contains no token cache.") }
        guard let number = version.doubleValue ?? version.stringValue.flatMap(Double.init), number <= Self.version
        else {
            throw PropertyListError("The token cache was written by an unknown, newer version of ADAL.")
        }
        self.wrapper = wrapper
        self.cache = cache
        self.wrapper["tokenCache"] = nil
        self.cache["tokens"] = nil
        guard let tokens = cache["tokens"] else { return }
        guard let users = tokens.dictionaryValue else {
            throw PropertyListError("The token cache has tokens that are not a dictionary.")
        }
        for user in users.entries {
            // The earliest versions used NSNull as the key of a user without a name.
            let userID = user.key.stringValue ?? ""
            guard let items = user.value.dictionaryValue else {
                throw PropertyListError("The token cache has a user whose tokens are not a dictionary.")
            }
            for item in items.entries {
                entries.append(
                    Entry(
                        userID: userID, key: item.key, value: item.value,
                        item: ADALCacheItem(item.value, userID: userID)))
            }
        }
    }

    /// All items, except deleted ones and those without a token.
    package var items: [ADALCacheItem] { entries.compactMap(\.item).filter { $0.kind != .nothing } }

    /// Writes an item, and replaces the one with the same key.
    package mutating func put(_ item: ADALCacheItem) {
        let key = item.key
        if let index = entries.firstIndex(where: { $0.item?.key == key }) {
            entries[index].value = item.archived
            entries[index].item = item
        } else {
            entries.append(Entry(userID: key.userID, key: Self.key(key), value: item.archived, item: item))
        }
    }

    /// Removes an item.
    package mutating func remove(_ key: ADALCacheKey) { entries.removeAll { $0.item?.key == key } }

    /// The archive; every dictionary below the outermost is mutable, as readers require.
    package var bytes: [UInt8] {
        var order: [String] = []
        var users: [String: ArchivedDictionary] = [:]
        for entry in entries {
            if users[entry.userID] == nil { order.append(entry.userID) }
            users[entry.userID, default: ArchivedDictionary(isMutable: true)].entries
                .append(ArchivedDictionary.Entry(entry.key, entry.value))
        }
        let tokens = order.compactMap { userID in
            users[userID].map { ArchivedDictionary.Entry(.string(userID), .dictionary($0)) }
        }
        var cache = cache
        cache.isMutable = true
        cache["tokens"] = .dictionary(ArchivedDictionary(tokens, isMutable: true))
        var wrapper = wrapper
        wrapper["tokenCache"] = .dictionary(cache)
        return KeyedArchive.encode(.dictionary(wrapper))
    }

    private static func key(_ key: ADALCacheKey) -> ArchivedValue {
        .object(
            ArchivedObject(
                "ADTokenCacheKey",
                [
                    "authority": .string(key.authority), "clientId": .string(key.clientID),
                    "resource": key.resource.isEmpty ? .null : .string(key.resource),
                ]))
    }
}
