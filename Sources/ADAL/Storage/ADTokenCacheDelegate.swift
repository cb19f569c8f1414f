import Foundation

/// Stores an ``ADTokenCache`` for the app: with `deserialize` before it is read, with `serialize` after it was written.
/// Called on any thread, as in ADAL.
#if canImport(ObjectiveC)
@objc(ADTokenCacheDelegate)
#endif
public protocol ADTokenCacheDelegate: AnyObject {
    /// The cache is about to be read: update it.
    func willAccessCache(_ cache: ADTokenCache)
    /// The cache was read.
    func didAccessCache(_ cache: ADTokenCache)
    /// The cache is about to be written: update it.
    func willWriteCache(_ cache: ADTokenCache)
    /// The cache was written: store it.
    func didWriteCache(_ cache: ADTokenCache)
}
