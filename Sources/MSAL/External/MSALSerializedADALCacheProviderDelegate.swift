public import Foundation

/// Stores the bytes of ADAL's cache for an app, for example in a file or a database.
#if canImport(ObjectiveC)
@objc(MSALSerializedADALCacheProviderDelegate)
#endif
public protocol MSALSerializedADALCacheProviderDelegate: NSObjectProtocol {
    /// The cache is about to be read: ``MSALSerializedADALCacheProvider/deserialize(_:)`` it if the stored bytes have
    /// changed.
    ///
    /// - Parameter cache: the cache.
    #if canImport(ObjectiveC)
    @objc(willAccessCache:)
    #endif
    func willAccessCache(_ cache: MSALSerializedADALCacheProvider)

    /// The cache was read.
    ///
    /// - Parameter cache: the cache.
    #if canImport(ObjectiveC)
    @objc(didAccessCache:)
    #endif
    func didAccessCache(_ cache: MSALSerializedADALCacheProvider)

    /// The cache is about to be changed: ``MSALSerializedADALCacheProvider/deserialize(_:)`` it if the stored bytes
    /// have changed.
    ///
    /// - Parameter cache: the cache.
    #if canImport(ObjectiveC)
    @objc(willWriteCache:)
    #endif
    func willWriteCache(_ cache: MSALSerializedADALCacheProvider)

    /// The cache was changed: store ``MSALSerializedADALCacheProvider/serializeData()``.
    ///
    /// - Parameter cache: the cache.
    #if canImport(ObjectiveC)
    @objc(didWriteCache:)
    #endif
    func didWriteCache(_ cache: MSALSerializedADALCacheProvider)
}
