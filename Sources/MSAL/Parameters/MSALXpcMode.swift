import Foundation

#if os(macOS)
/// The use of XPC to reach macOS's broker.
#if canImport(ObjectiveC)
@objc(MSALXpcMode)
#endif
public enum MSALXpcMode: UInt, Sendable {
    /// XPC is not used; the default.
    case disabled
    /// XPC is used together with the SSO extension.
    #if canImport(ObjectiveC)
    @objc(MSALXpcModeSSOExtCompanion)
    #endif
    case ssoExtCompanion
    /// XPC is used when the SSO extension fails.
    #if canImport(ObjectiveC)
    @objc(MSALXpcModeSSOExtBackup)
    #endif
    case ssoExtBackup
    /// Only XPC is used; for debugging.
    case primary
}
#endif
