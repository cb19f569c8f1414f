public import KeyfobClient
import KeyfobDeviceProtocol

/// The device's ways from app to app: `canOpenURL` and `open`, as the switchboard allows them.
public struct DeviceURLOpener: URLOpener {
    private let connection: DeviceConnection

    /// Makes it.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// Whether some app answers to a URL's scheme. A device that does not answer has no such app.
    public func canOpen(_ url: String) async -> Bool {
        do throws(DeviceFault) { return try await connection.canOpen(url) } catch { return false }
    }

    /// Opens a URL; false as well if the app is not in front, as on iOS.
    public func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        do throws(DeviceFault) {
            return try await connection.open(url, universalLinksOnly: universalLinksOnly)
        } catch {
            return false
        }
    }
}
