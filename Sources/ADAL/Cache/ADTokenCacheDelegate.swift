import Foundation

/// Keeps an ``ADTokenCache`` wherever the app likes: by `deserialize` before it is read, by `serialize` after it was
/// written. Called on any thread, as ADAL does.
#if canImport(ObjectiveC)
@objc(ADTokenCacheDelegate)
#endif
public protocol ADTokenCacheDelegate: AnyObject {
    /// The cache is about to be read: bring it up to date.
    func willAccessCache(_ cache: ADTokenCache)
    /// The cache was read.
    func didAccessCache(_ cache: ADTokenCache)
    /// The cache is about to be written: bring it up to date.
    func willWriteCache(_ cache: ADTokenCache)
    /// The cache was written: keep it.
    func didWriteCache(_ cache: ADTokenCache)
}
