public import Foundation
import KeyfobCache

/// The key that identifies a token in the cache.
#if canImport(ObjectiveC)
@objc(ADTokenCacheKey)
#endif
public final class ADTokenCacheKey: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The authority's URL, in lower case and without a trailing slash.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let authority: String
    /// The resource of the token; nil for a refresh token of several resources.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let resource: String?
    /// The client.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let clientId: String

    init(_ key: ADALCacheKey) {
        authority = key.authority
        resource = key.resource.isEmpty ? nil : key.resource
        clientId = key.clientID
    }

    /// Equal if all three parts are.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ADTokenCacheKey else { return false }
        return authority == other.authority && resource == other.resource && clientId == other.clientId
    }

    /// The hash of the three parts.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(authority)
        hasher.combine(resource)
        hasher.combine(clientId)
        return hasher.finalize()
    }

    /// Returns the key itself, which is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a key that ``encode(with:)``, here or in ADAL, wrote; nil if it names no authority or no client.
    public convenience init?(coder: NSCoder) {
        func text(_ key: String) -> String? { coder.ifPresent(NSString.self, key) as String? }
        guard let authority = text("authority"), let clientID = text("clientId") else { return nil }
        let key = ADALCacheKey(authority: authority, resource: text("resource"), clientID: clientID, userID: "")
        guard !key.authority.isEmpty, !key.clientID.isEmpty else { return nil }
        self.init(key)
    }

    /// Writes the three parts under their names.
    public func encode(with coder: NSCoder) {
        coder.encode(authority as NSString, forKey: "authority")
        if let resource { coder.encode(resource as NSString, forKey: "resource") }
        coder.encode(clientId as NSString, forKey: "clientId")
    }
}
