/// Whether a device belongs to one person.
#if canImport(ObjectiveC)
@objc(MSALDeviceMode)
#endif
public enum MSALDeviceMode: UInt, Sendable {
    /// It does, or nothing is known.
    case `default`
    /// People share it, one after the other.
    case shared
}
