public import KeyfobBrokerClient
import KeyfobDeviceProtocol

/// Opens URLs with other apps: `canOpenURL` and `open`, as the switchboard allows them.
public struct DeviceURLOpener: URLOpener {
    private let connection: DeviceConnection

    /// Makes the adapter of a connection.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// Returns whether an app owns a URL's scheme; false if the device does not respond.
    public func canOpen(_ url: String) async -> Bool {
        do throws(DeviceError) { return try await connection.canOpen(url) } catch { return false }
    }

    /// Opens a URL; also false if the app is not in front, as on iOS.
    public func open(_ url: String, universalLinksOnly: Bool) async -> Bool {
        do throws(DeviceError) {
            return try await connection.open(url, universalLinksOnly: universalLinksOnly)
        } catch {
            return false
        }
    }
}

/// The URLs that the device opens this app with, before the app's own event loop receives them.
public final class DeviceAppURLs: AppURLs {
    private let connection: DeviceConnection

    /// Makes the adapter of a connection.
    public init(_ connection: DeviceConnection) { self.connection = connection }

    /// Offers every URL to a listener first.
    public func offer(to listener: @escaping @Sendable (_ url: String, _ sourceApplication: String?) -> Bool) {
        connection.offerURLs { listener($0.url, $0.sourceApplication) }
    }
}
