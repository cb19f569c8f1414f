public import Foundation
import KeyfobCore

/// An account's user in one tenant.
#if canImport(ObjectiveC)
@objc(MSALTenantProfile)
@objcMembers
#endif
public final class MSALTenantProfile: NSObject, NSCopying, Sendable {
    /// The user's object id in this tenant.
    public let identifier: String?
    /// The host that the account signed in at.
    public let environment: String?
    /// The tenant.
    public let tenantId: String?
    /// Whether it is the account's home tenant.
    public let isHomeTenantProfile: Bool
    private let source: @Sendable () -> [String: JSONValue]?

    /// The claims of the id token that the app got in this tenant; nil if it got none.
    public var claims: [String: Any]? { source().map(JSONTranslation.dictionary) }

    /// Makes a profile, for example in an app's test. An addition to MSAL.
    ///
    /// - Parameters:
    ///   - identifier: the user's object id in the tenant.
    ///   - environment: the host.
    ///   - tenantId: the tenant.
    ///   - isHomeTenantProfile: whether it is the home tenant.
    ///   - claims: the id token's claims; values that JSON cannot represent are omitted.
    public convenience init(
        identifier: String?, environment: String?, tenantId: String?, isHomeTenantProfile: Bool,
        claims: [String: Any]? = nil
    ) {
        let members = claims?.compactMapValues(JSONTranslation.json)
        self.init(
            identifier: identifier, environment: environment, tenantId: tenantId,
            isHomeTenantProfile: isHomeTenantProfile, source: { members })
    }

    convenience init(_ profile: TenantProfile, environment: String) {
        self.init(
            identifier: profile.identifier, environment: environment, tenantId: profile.tenantID,
            isHomeTenantProfile: profile.isHomeTenant, source: { profile.claims })
    }

    private init(
        identifier: String?, environment: String?, tenantId: String?, isHomeTenantProfile: Bool,
        source: @escaping @Sendable () -> [String: JSONValue]?
    ) {
        self.identifier = identifier
        self.environment = environment
        self.tenantId = tenantId
        self.isHomeTenantProfile = isHomeTenantProfile
        self.source = source
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
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the two are the same user in the same tenant.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MSALTenantProfile else { return false }
        return other.identifier == identifier && other.tenantId == tenantId && other.environment == environment
            && other.isHomeTenantProfile == isHomeTenantProfile
    }

    /// Equal for equal profiles.
    public override var hash: Int { [identifier, tenantId, environment].hashValue }
}
