public import Foundation
import KeyfobBackport
import KeyfobCache
import KeyfobCore

/// A token in ADAL's cache, or in a call's result.
///
/// Setting a property changes this object only, not a cache.
#if canImport(ObjectiveC)
@objc(ADTokenCacheItem)
#endif
public final class ADTokenCacheItem: NSObject, NSCopying, NSSecureCoding, Sendable {
    private let state: Mutex<(item: ADALCacheItem, sessionKey: Data?)>

    /// Makes an empty item, for example in an app's test.
    public override convenience init() { self.init(ADALCacheItem(authority: "", clientID: "")) }

    init(_ item: ADALCacheItem, sessionKey: Data? = nil) {
        state = Mutex((item, sessionKey))
        super.init()
    }

    var item: ADALCacheItem { state.withLock { $0.item } }

    private func get<Value: Sendable>(_ path: any KeyPath<ADALCacheItem, Value> & Sendable) -> Value {
        state.withLock { $0.item[keyPath: path] }
    }

    private func set<Value: Sendable>(
        _ path: any WritableKeyPath<ADALCacheItem, Value> & Sendable, _ value: Value
    ) {
        state.withLock { $0.item[keyPath: path] = value }
    }

    /// The resource of the access token; nil for a refresh token of several resources.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var resource: String? {
        get { get(\.resource) }
        set { set(\.resource, newValue) }
    }
    /// The authority that issued it.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var authority: String {
        get { get(\.authority) }
        set { set(\.authority, newValue) }
    }
    /// The client; `foci-1` for a token of family 1.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var clientId: String? {
        get { get(\.clientID) }
        set { set(\.clientID, newValue ?? "") }
    }
    /// The family whose members may use the refresh token.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var familyId: String? {
        get { get(\.familyID) }
        set { set(\.familyID, newValue) }
    }
    /// The access token. Not for logs.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var accessToken: String? {
        get { get(\.accessToken)?.reveal() }
        set { set(\.accessToken, newValue.map(Secret.init)) }
    }
    /// `Bearer`
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var accessTokenType: String? {
        get { get(\.accessTokenType) }
        set { set(\.accessTokenType, newValue) }
    }
    /// The refresh token. Not for logs.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var refreshToken: String? {
        get { get(\.refreshToken)?.reveal() }
        set { set(\.refreshToken, newValue.map(Secret.init)) }
    }
    /// A broker's session key; Keyfob never sets it.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var sessionKey: Data? {
        get { state.withLock { $0.sessionKey } }
        set { state.withLock { $0.sessionKey = newValue } }
    }
    /// The time at which the access token expires.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var expiresOn: Date? {
        get { get(\.expiresOn) }
        set { set(\.expiresOn, newValue) }
    }
    /// The user; nil where the server issues no id token (AD FS).
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var userInformation: ADUserInformation? {
        get {
            let item = item
            guard let information = item.userInformation else { return nil }
            let home = information.homeAccountID ?? item.homeAccountID
            return ADUserInformation(ADALCacheUserInformation(rawIDToken: information.rawIDToken, homeAccountID: home))
        }
        set {
            state.withLock { state in
                state.item.userInformation = newValue?.information
                state.item.userID = newValue?.userId ?? ""
            }
        }
    }

    /// The key that identifies the item; nil, with an error, if it names no authority or no client.
    #if canImport(ObjectiveC)
    @objc(extractKey:)
    #endif
    public func extractKey(_ error: ADErrorPointer) -> ADTokenCacheKey? {
        let item = item
        guard !item.key.authority.isEmpty, !item.key.clientID.isEmpty else {
            error?.pointee = .invalidArgument("The item names no authority or no client, so it has no key.")
            return nil
        }
        return ADTokenCacheKey(item.key)
    }

    /// Whether the access token may no longer be returned because it expires within the settings' buffer; false without
    /// an expiry.
    #if canImport(ObjectiveC)
    @objc(isExpired)
    #endif
    public func isExpired() -> Bool {
        guard let expiresOn else { return false }
        return expiresOn.timeIntervalSinceNow < Double(ADAuthenticationSettings.sharedInstance().expirationBuffer)
    }

    /// Whether it names no user.
    #if canImport(ObjectiveC)
    @objc(isEmptyUser)
    #endif
    public func isEmptyUser() -> Bool { item.key.userID.isEmpty }

    /// Whether it is a refresh token for every resource: it has one, no access token and no resource.
    #if canImport(ObjectiveC)
    @objc(isMultiResourceRefreshToken)
    #endif
    public func isMultiResourceRefreshToken() -> Bool {
        let item = item
        return item.key.resource.isEmpty && item.accessToken == nil && !(item.refreshToken?.reveal() ?? "").isEmpty
    }

    /// An independent copy.
    public func copy(with zone: NSZone? = nil) -> Any { ADTokenCacheItem(item, sessionKey: sessionKey) }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Reads an item that ``encode(with:)``, here or in ADAL, wrote; nil if it names no authority or no client.
    public convenience init?(coder: NSCoder) {
        guard let archive = ArchivedItem(coder) else { return nil }
        self.init(archive.item, sessionKey: archive.sessionKey)
    }

    /// Writes the properties under their names, as ADAL does. The archive contains the tokens in the clear: store it
    /// where tokens may be stored.
    public func encode(with coder: NSCoder) { ArchivedItem(item: item, sessionKey: sessionKey).encode(with: coder) }
}
