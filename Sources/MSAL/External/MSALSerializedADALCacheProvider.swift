#if !os(iOS)
public import Foundation
import KeyfobCache
import KeyfobCore

/// ADAL's cache where the app keeps its bytes itself, as ADAL for macOS had its apps do: one keyed archive of all items.
///
/// On macOS in MSAL, on Linux an addition.
#if canImport(ObjectiveC)
@objc(MSALSerializedADALCacheProvider)
@objcMembers
#endif
public final class MSALSerializedADALCacheProvider: NSObject, NSCopying, @unchecked Sendable {
    // Unchecked for the delegate, which is the app's: it is called on whichever thread uses the cache, one at a time. The
    // lock is recursive because it calls back.

    /// Keeps the bytes.
    public let delegate: any MSALSerializedADALCacheProviderDelegate
    private let lock = NSRecursiveLock()
    private var archive = LegacyTokenArchive()

    /// Makes an empty cache.
    ///
    /// - Parameter delegate: keeps the bytes; retained.
    /// - Throws: nothing; MSAL's does.
    #if canImport(ObjectiveC)
    @objc(initWithDelegate:error:)
    #endif
    public init(delegate: any MSALSerializedADALCacheProviderDelegate) throws { self.delegate = delegate }

    #if os(macOS)
    /// Always fails: ADAL's items in the login keychain are out of reach for Keyfob.
    ///
    /// - Parameters:
    ///   - keychainAttributes: which item.
    ///   - trustedApplications: who may read it.
    ///   - accessLabel: its label.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000.
    #if canImport(ObjectiveC)
    @objc(initWithKeychainAttributes:trustedApplications:accessLabel:error:)
    #endif
    public convenience init(
        keychainAttributes: [AnyHashable: Any], trustedApplications: [Any], accessLabel: String
    ) throws {
        throw ErrorTranslation.error(
            .internalErrorInvalidParameter,
            "Keyfob does not read the login keychain. Keep the bytes yourself: use init(delegate:).")
    }
    #endif

    /// The cache's bytes.
    ///
    /// - Throws: nothing; MSAL's does.
    #if canImport(ObjectiveC)
    @objc(serializeDataWithError:)
    #endif
    public func serializeData() throws -> Data { lock.withLock { Data(archive.bytes) } }

    /// Takes the cache from bytes, in place of what it holds.
    ///
    /// - Parameter serializedData: what ``serializeData()`` or ADAL's `serialize` gave; empty for an empty cache.
    /// - Throws: an error of ``MSALErrorDomain``, internal code -42000, if the bytes are no such archive.
    #if canImport(ObjectiveC)
    @objc(deserialize:error:)
    #endif
    public func deserialize(_ serializedData: Data) throws {
        let read: LegacyTokenArchive
        do throws(LegacyFormatError) {
            read =
                serializedData.isEmpty ? LegacyTokenArchive() : try LegacyTokenArchive(parsing: [UInt8](serializedData))
        } catch {
            throw ErrorTranslation.error(
                .internalErrorInvalidParameter, "The bytes are no cache of ADAL: \(error.message)")
        }
        lock.withLock { archive = read }
    }

    /// Itself: copies of a configuration share the cache.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Reads the cache, the delegate told before and after.
    func reading<R>(_ body: (LegacyTokenArchive) -> R) -> R {
        lock.withLock {
            delegate.willAccessCache(self)
            defer { delegate.didAccessCache(self) }
            return body(archive)
        }
    }

    /// Changes the cache, the delegate told before and after. `body` says whether it changed anything.
    func writing(_ body: (inout LegacyTokenArchive) -> Bool) {
        lock.withLock {
            delegate.willWriteCache(self)
            guard body(&archive) else { return }
            delegate.didWriteCache(self)
        }
    }
}

/// The cache as the core uses it.
struct SerializedLegacyCache: LegacyTokenCache {
    let provider: MSALSerializedADALCacheProvider

    func items(_ query: LegacyTokenQuery) throws(AuthError) -> [LegacyTokenItem] {
        provider.reading { $0.items.filter(query.matches) }
    }

    func put(_ items: [LegacyTokenItem], sparing: Bool) throws(AuthError) {
        provider.writing { archive in
            let taken = sparing ? Set(archive.items.filter(\.hasRefreshToken).map(\.key)) : []
            let new = items.filter { !taken.contains($0.key) }
            for item in new { archive.put(item) }
            return !new.isEmpty
        }
    }

    func remove(_ items: [LegacyTokenItem], by app: String, at now: Date) throws(AuthError) {
        provider.writing { archive in
            let known = Dictionary(
                archive.items.map { ($0.key, $0.refreshToken) }, uniquingKeysWith: { first, _ in first })
            let gone = items.filter { known[$0.key] == .some($0.refreshToken) }
            for item in gone { archive.remove(item.key) }
            return !gone.isEmpty
        }
    }
}
#endif
