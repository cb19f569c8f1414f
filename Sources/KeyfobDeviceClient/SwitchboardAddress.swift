/// Where an app on the device finds the switchboard.
public enum SwitchboardAddress {
    /// The environment variable that names its socket.
    public static let variable = "KEYFOB_DEVICE_SOCKET"
}
