public import Foundation

/// The further items that a wipe for all accounts deletes.
#if canImport(ObjectiveC)
@objc(MSALWipeCacheForAllAccountsConfig)
@objcMembers
#endif
open class MSALWipeCacheForAllAccountsConfig: NSObject {
    /// Other vendors' keychain items, by name: none, since Keyfob deletes only items that it has written.
    #if canImport(ObjectiveC)
    @objc(additionalPartnerLocations)
    #endif
    open class func additionalPartnerLocations() -> [String: [AnyHashable: Any]] { [:] }
}
