#if os(Linux)
package import KeyfobDeviceProtocol

/// A request or a connection that the device did not serve, for the log of its owner.
package struct DeviceLogEntry: Sendable {
    /// The app; nil for the device's owner, and for a process that is no app.
    package let bundleID: String?
    /// The number of the connection, which counts from 1.
    package let connection: Int?
    /// The number of the request on its connection, which its response contains too.
    package let request: Int64?
    /// The error in the response.
    package let error: DeviceError

    /// Whether the error is the device's own.
    package var isInternalError: Bool { error.code == .failed }
}
#endif
