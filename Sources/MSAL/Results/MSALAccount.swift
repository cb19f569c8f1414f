public import Foundation
import KeyfobCore

/// A signed-in user. It contains no token, and may be stored, compared and passed between tasks.
#if canImport(ObjectiveC)
@objc(MSALAccount)
@objcMembers
#endif
open class MSALAccount: NSObject, MSALAccountProtocol, NSCopying, @unchecked Sendable {
    let core: Account
    private let showsProfiles: Bool
    /// Whether the SSO extension lists the account.
    open private(set) var isSSOAccount: Bool

    /// The displayable name; may change, and may be nil.
    open var username: String? { core.username }
    /// An opaque and stable identifier: store it to find the account again. Do not show or parse it. nil for an account
    /// that only an ADAL before 2.7 has signed in, until its first silent call.
    open var identifier: String? { core.identifier.isEmpty ? nil : core.identifier }
    /// The host that the account signed in at.
    open var environment: String { core.environment }
    /// The claims of the home tenant's id token; nil if the app has none.
    open var accountClaims: [String: Any]? { core.claims.map(JSONTranslation.dictionary) }

    /// The account's user in each tenant that it signed in to; nil in a token's result, since only a listing contains
    /// them all.
    open var tenantProfiles: [MSALTenantProfile]? {
        guard showsProfiles else { return nil }
        return core.tenantProfiles.map { MSALTenantProfile($0, environment: core.environment) }
    }

    /// The identifier in parts; nil if there is none.
    open var homeAccountId: MSALAccountId? {
        guard let identifier else { return nil }
        guard let dot = identifier.lastIndex(of: ".") else {
            return MSALAccountId(identifier: identifier, objectId: nil, tenantId: nil)
        }
        return MSALAccountId(
            identifier: identifier, objectId: String(identifier[..<dot]),
            tenantId: String(identifier[identifier.index(after: dot)...]))
    }

    init(_ core: Account, showsProfiles: Bool, isSSOAccount: Bool = false) {
        self.core = core
        self.showsProfiles = showsProfiles
        self.isSSOAccount = isSSOAccount
    }

    /// Makes an account, for example in an app's test. An addition to MSAL.
    ///
    /// - Parameters:
    ///   - identifier: the provider's identifier; nil for an account that only an old ADAL has signed in.
    ///   - username: the name.
    ///   - environment: the host that the account signed in at.
    ///   - tenantProfiles: the user in each tenant.
    public init(
        identifier: String?, username: String?, environment: String, tenantProfiles: [MSALTenantProfile] = []
    ) {
        core = Account(
            identifier: identifier ?? "", username: username, environment: environment,
            tenantProfiles: tenantProfiles.map(\.core))
        showsProfiles = true
        isSSOAccount = false
    }

    /// Makes an account from one of an external provider.
    convenience init(_ other: any MSALAccountProtocol) {
        if let account = other as? MSALAccount {
            self.init(account.core, showsProfiles: true)
        } else {
            self.init(
                identifier: other.identifier, username: other.username, environment: other.environment,
                tenantProfiles: other.tenantProfiles ?? [])
        }
    }

    /// Returns the account itself, which is immutable.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the two are the same account: by identifier if both have one, else by name, without regard to letter
    /// case.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MSALAccount else { return false }
        if let mine = identifier, let theirs = other.identifier { return mine.lowercased() == theirs.lowercased() }
        guard let mine = username, let theirs = other.username else { return self === other }
        return mine.lowercased() == theirs.lowercased()
    }

    /// The same for all accounts, since an account that has only a name equals one that has both.
    open override var hash: Int { 0 }
}

/// The properties of every account, including those of external providers. In Objective-C the protocol has the class's
/// name, `MSALAccount`.
#if canImport(ObjectiveC)
@objc(MSALAccount)
#endif
public protocol MSALAccountProtocol: NSObjectProtocol {
    /// The displayable name; may change, and may be nil.
    var username: String? { get }
    /// An opaque and stable identifier: store it to find the account again. nil for an account that only an old ADAL
    /// has signed in.
    var identifier: String? { get }
    /// The host that the account signed in at.
    var environment: String { get }
    /// The claims of the home tenant's id token; nil if the app has none.
    var accountClaims: [String: Any]? { get }
    /// The account's user in each tenant that it signed in to; nil if they are unknown.
    var tenantProfiles: [MSALTenantProfile]? { get }
    /// The identifier in parts; nil if there is none.
    var homeAccountId: MSALAccountId? { get }
    /// Whether the SSO extension lists the account.
    var isSSOAccount: Bool { get }
}
