public import Foundation
import KeyfobCache
import KeyfobCore
import Synchronization

/// A token in ADAL's cache, or in a call's result.
///
/// Setting a property changes this object only, not a cache.
#if canImport(ObjectiveC)
@objc(ADTokenCacheItem)
#endif
// What changes is in a mutex; a subclass is responsible for its own properties.
open class ADTokenCacheItem: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private let state: Mutex<(item: ADALCacheItem, sessionKey: Data?)>

    /// Makes an empty item, for example in an app's test.
    public override init() {
        state = Mutex((ADALCacheItem(authority: "", clientID: ""), nil))
        super.init()
    }

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
    open var resource: String? {
        get { get(\.resource) }
        set { set(\.resource, newValue) }
    }
    /// The authority that issued it.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var authority: String {
        get { get(\.authority) }
        set { set(\.authority, newValue) }
    }
    /// The client; `foci-1` for a token of family 1.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var clientId: String? {
        get { get(\.clientID) }
        set { set(\.clientID, newValue ?? "") }
    }
    /// The family whose members may use the refresh token.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var familyId: String? {
        get { get(\.familyID) }
        set { set(\.familyID, newValue) }
    }
    /// The access token. Not for logs.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var accessToken: String? {
        get { get(\.accessToken)?.reveal() }
        set { set(\.accessToken, newValue.map(Secret.init)) }
    }
    /// `Bearer`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var accessTokenType: String? {
        get { get(\.accessTokenType) }
        set { set(\.accessTokenType, newValue) }
    }
    /// The refresh token. Not for logs.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var refreshToken: String? {
        get { get(\.refreshToken)?.reveal() }
        set { set(\.refreshToken, newValue.map(Secret.init)) }
    }
    /// A broker's session key; Keyfob never sets it.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var sessionKey: Data? {
        get { state.withLock { $0.sessionKey } }
        set { state.withLock { $0.sessionKey = newValue } }
    }
    /// The time at which the access token expires.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var expiresOn: Date? {
        get { get(\.expiresOn) }
        set { set(\.expiresOn, newValue) }
    }
    /// The user; nil where the server issues no id token (AD FS).
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var userInformation: ADUserInformation? {
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
    open func extractKey(_ error: ADErrorPointer) -> ADTokenCacheKey? {
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
    open func isExpired() -> Bool {
        guard let expiresOn else { return false }
        return expiresOn.timeIntervalSinceNow < Double(ADAuthenticationSettings.sharedInstance().expirationBuffer)
    }

    /// Whether it names no user.
    #if canImport(ObjectiveC)
    @objc(isEmptyUser)
    #endif
    open func isEmptyUser() -> Bool { item.key.userID.isEmpty }

    /// Whether it is a refresh token for every resource: it has one, no access token and no resource.
    #if canImport(ObjectiveC)
    @objc(isMultiResourceRefreshToken)
    #endif
    open func isMultiResourceRefreshToken() -> Bool {
        let item = item
        return item.key.resource.isEmpty && item.accessToken == nil && !(item.refreshToken?.reveal() ?? "").isEmpty
    }

    /// An independent copy.
    open func copy(with zone: NSZone? = nil) -> Any { ADTokenCacheItem(item, sessionKey: sessionKey) }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Reads an item that ``encode(with:)``, here or in ADAL, wrote; nil if it names no authority or no client.
    public required init?(coder: NSCoder) {
        guard let archive = ArchivedItem(coder) else { return nil }
        state = Mutex((archive.item, archive.sessionKey))
        super.init()
    }

    /// Writes the properties under their names, as ADAL does. The archive contains the tokens in the clear: store it
    /// where tokens may be stored.
    open func encode(with coder: NSCoder) { ArchivedItem(item: item, sessionKey: sessionKey).encode(with: coder) }
}
