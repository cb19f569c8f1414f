public import Foundation

/// A redirect URI, and whether a broker can respond to it.
#if canImport(ObjectiveC)
@objc(MSALRedirectUri)
@objcMembers
#endif
open class MSALRedirectUri: NSObject, NSCopying, @unchecked Sendable {
    /// The redirect URI.
    open private(set) var url: URL
    /// Whether it has one of the forms that a broker responds to: `msauth.BUNDLE-ID://auth` or `SCHEME://BUNDLE-ID`.
    open private(set) var brokerCapable: Bool

    /// Makes the redirect URI `http://localhost`, for a subclass in a test.
    public override init() {
        url = URL(string: "http://localhost") ?? URL(fileURLWithPath: "/")
        brokerCapable = false
    }

    init(url: URL, brokerCapable: Bool) {
        self.url = url
        self.brokerCapable = brokerCapable
    }

    /// Returns the redirect URI itself, which is immutable.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
