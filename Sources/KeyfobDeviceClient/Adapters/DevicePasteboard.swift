public import KeyfobBrokerClient
import KeyfobCore
import KeyfobDeviceProtocol

/// The device's named pasteboards.
public struct DevicePasteboard: BrokerPasteboard {
    private let connection: DeviceConnection

    /// Makes the adapter of a connection.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// Puts a URL on a pasteboard. If the device refuses it, the pasteboard stays as it is, and no error is reported.
    public func put(_ url: String, on name: String) async {
        _ = try? await connection.perform(.writePasteboard(name: name, value: .string(url)))
    }
}
