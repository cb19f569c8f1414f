// Module: KeyfobCache
//
// What ADAL left behind: property lists, keyed archives, items and whole caches. Reading is total, and what is read and
// written once stays the same from then on.
import Foundation

@testable import KeyfobCache

/// Tries one input.
func fuzzADALArchive(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let list = try? BinaryPropertyList.decode(input) {
        let written = BinaryPropertyList.encode(list)
        guard let again = try? BinaryPropertyList.decode(written), BinaryPropertyList.encode(again) == written else {
            abort()
        }
    }
    if let value = try? KeyedArchive.decode(input) {
        let written = KeyedArchive.encode(value)
        guard let again = try? KeyedArchive.decode(written), KeyedArchive.encode(again) == written else { abort() }
    }
    if let item = try? ADALCacheItem(archive: input) {
        let written = item.archive
        guard let again = try? ADALCacheItem(archive: written), again.archive == written else { abort() }
        _ = (item.kind, item.key.keychainService(), item.key.keychainAccount(.iOS))
    }
    if let cache = try? ADALCacheArchive(parsing: input) {
        let written = cache.bytes
        guard let again = try? ADALCacheArchive(parsing: written), again.bytes == written,
            again.items.count == cache.items.count
        else { abort() }
        _ = ADALCacheRules.accounts(merging: [], with: cache.items, clientIDs: ["foci-1"], hidden: [])
    }
    return 0
}
