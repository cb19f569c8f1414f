public import KeyfobDeviceProtocol

/// The address of the switchboard for an app on the device.
public enum SwitchboardAddress {
    /// The environment variable that names its socket.
    public static let variable = "KEYFOB_DEVICE_SOCKET"

    /// The path of the socket.
    ///
    /// - Parameter environment: the process's environment.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `notFound` if the switchboard did not start the process.
    public static func path(in environment: [String: String]) throws(DeviceError) -> String {
        guard let path = environment[variable], !path.isEmpty else {
            throw DeviceError(
                .notFound, "\(variable) is not set: this process runs on no device.",
                remedy: "Install the app with `keyfob-device install`, and launch it with `keyfob-device launch`.")
        }
        return path
    }
}
