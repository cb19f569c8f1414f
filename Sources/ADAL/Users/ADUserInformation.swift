public import Foundation
import KeyfobCache
import KeyfobCore

/// The user who signed in: the claims of the id token, which is parsed but not verified here. A token from a sign-in
/// was verified before.
#if canImport(ObjectiveC)
@objc(ADUserInformation)
#endif
// Immutable; a subclass is responsible for its own properties.
open class ADUserInformation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    let information: ADALCacheUserInformation
    private let id: String

    /// ADAL's name for the user: the first of `upn`, `email`, `sub`, `oid`, `unique_name` and `altsecid`, trimmed and in
    /// lower case.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var userId: String { id }

    init?(_ information: ADALCacheUserInformation) {
        guard let userID = information.userID else { return nil }
        self.information = information
        id = Self.normalized(userID) ?? userID
        super.init()
    }

    /// Reads an id token.
    ///
    /// - Parameters:
    ///   - idToken: in compact form; its signature is not verified.
    ///   - error: set if it is not an id token, or names no user.
    public convenience init?(idToken: String, error: ADErrorPointer) {
        let information = ADALCacheUserInformation(rawIDToken: Secret(idToken))
        guard information.userID != nil else {
            error?.pointee = ADAuthenticationError(
                code: .ERROR_SERVER_INVALID_ID_TOKEN,
                errorDetails: "The text is not an id token, or names no user. Pass the token that the server issued.")
            return nil
        }
        self.init(information)
    }

    /// Trims a user id and converts it to lower case; nil if it is blank.
    #if canImport(ObjectiveC)
    @objc(normalizeUserId:)
    #endif
    open class func normalizeUserId(_ userId: String) -> String? { normalized(userId) }

    private static func normalized(_ userId: String) -> String? { ADALCacheUserIdentifier(userId)?.id }

    /// Whether ``userId`` is a displayable name.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var userIdDisplayable: Bool { information.isUserIDDisplayable }
    /// The account's identifier across tenants, for `account(for:)` of `PublicClientApplication`.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var homeAccountId: String? { information.homeAccountID }
    /// The user's object id: `oid`, else `sub`.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var uniqueId: String? { information.localAccountID }
    /// `given_name`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var givenName: String? { claim("given_name") }
    /// `family_name`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var familyName: String? { claim("family_name") }
    /// `idp`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var identityProvider: String? { claim("idp") }
    /// `email`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var eMail: String? { claim("email") }
    /// `unique_name`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var uniqueName: String? { claim("unique_name") }
    /// `upn`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var upn: String? { claim("upn") }
    /// `tid`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var tenantId: String? { claim("tid") }
    /// `sub`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var subject: String? { claim("sub") }
    /// `oid`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var userObjectId: String? { claim("oid") }
    /// `altsecid`
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var guestId: String? { claim("altsecid") }
    /// The id token, unchanged. Not for logs.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var rawIdToken: String { information.rawIDToken.reveal() }
    /// Every claim, as Foundation's JSON objects.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var allClaims: [AnyHashable: Any]? { information.claims.mapValues(\.foundationObject) }

    private func claim(_ name: String) -> String? { information.claims[name]?.stringValue }

    /// Returns the information itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Reads information that ``encode(with:)`` wrote.
    public required init?(coder: NSCoder) {
        func text(_ key: String) -> String? { coder.ifPresent(NSString.self, key) as String? }
        guard let token = text("rawIdToken") else { return nil }
        information = ADALCacheUserInformation(rawIDToken: Secret(token), homeAccountID: text("homeAccountId"))
        guard let userID = information.userID else { return nil }
        id = Self.normalized(userID) ?? userID
        super.init()
    }

    /// Writes the id token and the account id, from which everything else follows.
    open func encode(with coder: NSCoder) {
        coder.encode(rawIdToken as NSString, forKey: "rawIdToken")
        if let homeAccountId { coder.encode(homeAccountId as NSString, forKey: "homeAccountId") }
    }
}

extension JSONValue {
    /// The object that Foundation's JSON reader makes of the value.
    fileprivate var foundationObject: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let text): integerValue.map { $0 as Any } ?? doubleValue.map { $0 as Any } ?? text
        case .string(let value): value
        case .array(let values): values.map(\.foundationObject)
        case .object(let members): members.mapValues(\.foundationObject)
        }
    }
}

extension NSCoder {
    /// The object for a key. Foundation on Linux ends the process if the key is missing.
    func ifPresent<T: NSObject & NSCoding>(_ type: T.Type, _ key: String) -> T? {
        containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
    }

    /// The object for a key, of one of the classes.
    func ifPresent(_ types: [AnyClass], _ key: String) -> Any? {
        containsValue(forKey: key) ? decodeObject(of: types, forKey: key) : nil
    }
}
