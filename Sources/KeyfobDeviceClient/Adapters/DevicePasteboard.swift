public import KeyfobClient
import KeyfobCore
import KeyfobDeviceProtocol

/// The device's named pasteboards.
public struct DevicePasteboard: BrokerPasteboard {
    private let connection: DeviceConnection

    /// Makes it.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// Puts a URL on a pasteboard. Where the device does not take it, nobody finds it: there is nobody to tell.
    public func put(_ url: String, on name: String) async {
        _ = try? await connection.perform(.writePasteboard(name: name, value: .string(url)))
    }
}
