public import Foundation
import KeyfobCore

/// An account's user in one tenant.
#if canImport(ObjectiveC)
@objc(MSALTenantProfile)
@objcMembers
#endif
open class MSALTenantProfile: NSObject, NSCopying, @unchecked Sendable {
    /// The user's object id in this tenant.
    open private(set) var identifier: String?
    /// The host that the account signed in at.
    open private(set) var environment: String?
    /// The tenant.
    open private(set) var tenantId: String?
    /// Whether it is the account's home tenant.
    open private(set) var isHomeTenantProfile: Bool
    private let source: @Sendable () -> [String: JSONValue]?

    /// The claims of the id token that the app got in this tenant; nil if it got none.
    open var claims: [String: Any]? { source().map(JSONTranslation.dictionary) }

    /// Makes an empty profile.
    public override init() {
        identifier = nil
        environment = nil
        tenantId = nil
        isHomeTenantProfile = false
        source = { nil }
    }

    /// Makes a profile, for example in an app's test. An addition to MSAL.
    ///
    /// - Parameters:
    ///   - identifier: the user's object id in the tenant.
    ///   - environment: the host.
    ///   - tenantId: the tenant.
    ///   - isHomeTenantProfile: whether it is the home tenant.
    ///   - claims: the id token's claims; values that JSON cannot represent are omitted.
    public init(
        identifier: String?, environment: String?, tenantId: String?, isHomeTenantProfile: Bool,
        claims: [String: Any]? = nil
    ) {
        self.identifier = identifier
        self.environment = environment
        self.tenantId = tenantId
        self.isHomeTenantProfile = isHomeTenantProfile
        let members = claims?.compactMapValues(JSONTranslation.json)
        source = { members }
    }

    init(_ profile: TenantProfile, environment: String) {
        identifier = profile.identifier
        self.environment = environment
        tenantId = profile.tenantID
        isHomeTenantProfile = profile.isHomeTenant
        source = { profile.claims }
    }

    /// The profile as the core represents it.
    var core: TenantProfile {
        TenantProfile(
            identifier: identifier ?? "", tenantID: tenantId ?? "", isHomeTenant: isHomeTenantProfile,
            claims: source())
    }

    /// Returns the profile itself, which is immutable.
    #if canImport(ObjectiveC)
    @objc(copyWithZone:)
    #endif
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the two are the same user in the same tenant.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MSALTenantProfile else { return false }
        return other.identifier == identifier && other.tenantId == tenantId && other.environment == environment
            && other.isHomeTenantProfile == isHomeTenantProfile
    }

    /// Equal for equal profiles.
    open override var hash: Int { [identifier, tenantId, environment].hashValue }
}
