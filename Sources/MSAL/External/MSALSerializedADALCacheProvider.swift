public import Foundation
import KeyfobCache
import KeyfobCore

/// ADAL's cache where the app stores its bytes itself, as apps with ADAL for macOS did: one keyed archive of all items.
///
/// An application uses it through ``MSALCacheConfig/serializedADALCache``: on macOS, and on Linux.
#if canImport(ObjectiveC)
@objc(MSALSerializedADALCacheProvider)
@objcMembers
#endif
open class MSALSerializedADALCacheProvider: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked for the delegate, which is the app's: it is called on any thread that uses the cache, one at a time.
    // The lock is recursive because the delegate calls back.

    /// The delegate that stores the bytes.
    open private(set) var delegate: any MSALSerializedADALCacheProviderDelegate
    private let lock = NSRecursiveLock()
    private var archive = ADALCacheArchive()

    /// Makes an empty cache.
    ///
    /// - Parameter delegate: stores the bytes; retained.
    /// - Throws: nothing; declared for compatibility with MSAL.
    #if canImport(ObjectiveC)
    @objc(initWithDelegate:error:)
    #endif
    public init(delegate: any MSALSerializedADALCacheProviderDelegate) throws { self.delegate = delegate }

    #if os(macOS)
    /// Always fails: Keyfob does not read ADAL's items in the login keychain.
    ///
    /// - Parameters:
    ///   - keychainAttributes: the attributes of the item.
    ///   - trustedApplications: the applications that may read it.
    ///   - accessLabel: its label.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    #if canImport(ObjectiveC)
    @objc(initWithKeychainAttributes:trustedApplications:accessLabel:error:)
    #endif
    public init(
        keychainAttributes: [AnyHashable: Any] = [:], trustedApplications: [Any], accessLabel: String
    ) throws {
        throw ErrorTranslation.error(
            .internalErrorInvalidParameter,
            "Keyfob does not read the login keychain. Store the bytes in the app: use init(delegate:).")
    }
    #endif

    /// The cache's bytes.
    ///
    /// - Throws: nothing; declared for compatibility with MSAL.
    #if canImport(ObjectiveC)
    @objc(serializeDataWithError:)
    #endif
    open func serializeData() throws -> Data { lock.withLock { Data(archive.bytes) } }

    /// Replaces the cache's content with the items in serialized bytes.
    ///
    /// - Parameter serializedData: bytes from ``serializeData()`` or ADAL's `serialize`; empty for an empty cache.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the bytes are not such an archive.
    #if canImport(ObjectiveC)
    @objc(deserialize:error:)
    #endif
    open func deserialize(_ serializedData: Data) throws {
        let read: ADALCacheArchive
        do throws(PropertyListError) {
            read =
                serializedData.isEmpty ? ADALCacheArchive() : try ADALCacheArchive(parsing: [UInt8](serializedData))
        } catch {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter, "The bytes are not an ADAL cache: \(error.message)")
        }
        lock.withLock { archive = read }
    }

    /// Returns the cache itself: copies of a configuration share it.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Reads the cache, and notifies the delegate before and after.
    func reading<R>(_ body: (ADALCacheArchive) -> R) -> R {
        lock.withLock {
            delegate.willAccessCache(self)
            defer { delegate.didAccessCache(self) }
            return body(archive)
        }
    }

    /// Changes the cache, and notifies the delegate before and, if `body` returned true for a change, after.
    func writing(_ body: (inout ADALCacheArchive) -> Bool) {
        lock.withLock {
            delegate.willWriteCache(self)
            guard body(&archive) else { return }
            delegate.didWriteCache(self)
        }
    }
}

/// The cache as the core uses it.
struct SerializedADALCache: ADALCache {
    let provider: MSALSerializedADALCacheProvider

    func items(_ query: ADALCacheQuery) throws(AuthError) -> [ADALCacheItem] {
        provider.reading { $0.items.filter(query.matches) }
    }

    func put(_ items: [ADALCacheItem], sparing: Bool) throws(AuthError) {
        provider.writing { archive in
            let taken = sparing ? Set(archive.items.filter(\.hasRefreshToken).map(\.key)) : []
            let new = items.filter { !taken.contains($0.key) }
            for item in new { archive.put(item) }
            return !new.isEmpty
        }
    }

    func remove(_ items: [ADALCacheItem], by app: String, at now: Date) throws(AuthError) {
        provider.writing { archive in
            let known = Dictionary(
                archive.items.map { ($0.key, $0.refreshToken) }, uniquingKeysWith: { first, _ in first })
            let gone = items.filter { known[$0.key] == .some($0.refreshToken) }
            for item in gone { archive.remove(item.key) }
            return !gone.isEmpty
        }
    }
}
