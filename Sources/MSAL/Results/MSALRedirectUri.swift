public import Foundation

/// A redirect URI, and whether a broker can respond to it.
#if canImport(ObjectiveC)
@objc(MSALRedirectUri)
@objcMembers
#endif
public final class MSALRedirectUri: NSObject, NSCopying, Sendable {
    /// The redirect URI.
    public let url: URL
    /// Whether it has one of the forms that a broker responds to: `msauth.BUNDLE-ID://auth` or `SCHEME://BUNDLE-ID`.
    public let brokerCapable: Bool

    init(url: URL, brokerCapable: Bool) {
        self.url = url
        self.brokerCapable = brokerCapable
    }

    /// Returns the redirect URI itself, which is immutable.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
