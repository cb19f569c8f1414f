public import Foundation

/// A redirect URI, and whether a broker can answer to it.
#if canImport(ObjectiveC)
@objc(MSALRedirectUri)
@objcMembers
#endif
public final class MSALRedirectUri: NSObject, NSCopying, Sendable {
    /// The redirect URI.
    public let url: URL
    /// Whether it has one of the forms that a broker answers to: `msauth.BUNDLE-ID://auth` or `SCHEME://BUNDLE-ID`.
    public let brokerCapable: Bool

    init(url: URL, brokerCapable: Bool) {
        self.url = url
        self.brokerCapable = brokerCapable
    }

    /// Itself: it never changes.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
