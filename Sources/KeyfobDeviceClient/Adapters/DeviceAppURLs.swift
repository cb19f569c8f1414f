public import KeyfobBrokerClient
import KeyfobDeviceProtocol

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
