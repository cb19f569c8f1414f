/// Which operating system's rules the device follows about telling an app who opened its URL.
public enum DeviceOS: String, Sendable, Hashable, CaseIterable {
    /// The receiver of a URL is always told who opened it.
    case ios12
    /// The receiver is told only if both apps are of one team; the default.
    case ios13
}
