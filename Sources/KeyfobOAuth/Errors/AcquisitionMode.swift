/// During what a server's error came; the same error means different things.
public enum AcquisitionMode: Sendable, Hashable {
    /// A person is there and was asked.
    case interactive
    /// Nobody is asked: what a sign-in would mend is `interactionRequired`.
    case silent
    /// A person signs in on another device.
    case deviceCode
}
