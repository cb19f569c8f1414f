/// The state of macOS's platform SSO.
#if canImport(ObjectiveC)
@objc(MSALPlatformSSOStatus)
#endif
public enum MSALPlatformSSOStatus: UInt, Sendable {
    /// It is off.
    case notEnabled
    /// It is on, and the device is not registered.
    case enabledNotRegistered
    /// It is on, and the device is registered.
    case enabledAndRegistered
    /// The registration is damaged.
    case registrationNeedsRepair
}
