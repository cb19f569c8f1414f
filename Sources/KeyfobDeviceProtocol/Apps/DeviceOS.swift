/// The operating system whose rules about reporting a URL's sender the device follows.
public enum DeviceOS: String, Sendable, Hashable, CaseIterable {
    /// The receiver of a URL always gets the sender.
    case ios12
    /// The receiver gets the sender only if both apps are of one team; the default.
    case ios13
}
