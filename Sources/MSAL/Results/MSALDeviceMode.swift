/// Whether a device has one user.
#if canImport(ObjectiveC)
@objc(MSALDeviceMode)
#endif
public enum MSALDeviceMode: UInt, Sendable {
    /// The device has one user, or its mode is unknown.
    case `default`
    /// Users share the device, one after the other.
    case shared
}
