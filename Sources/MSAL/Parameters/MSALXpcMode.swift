#if os(macOS)
/// How macOS's broker is reached over XPC beside the SSO extension.
#if canImport(ObjectiveC)
@objc(MSALXpcMode)
#endif
public enum MSALXpcMode: UInt, Sendable {
    /// Not at all; the default.
    case disabled
    /// Beside the SSO extension.
    case ssoExtCompanion
    /// When the SSO extension fails.
    case ssoExtBackup
    /// Alone; for debugging.
    case primary
}
#endif
