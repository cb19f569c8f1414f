import KeyfobDeviceProtocol
import Synchronization

/// The listeners that get an app's URLs before the app does.
final class URLListeners: Sendable {
    private let listeners = Mutex<[@Sendable (OpenedURL) -> Bool]>([])

    func add(_ listener: @escaping @Sendable (OpenedURL) -> Bool) { listeners.withLock { $0.append(listener) } }

    /// Returns whether one of them takes the event. They are called without the lock: a listener may call the device.
    func take(_ event: DeviceEvent) -> Bool {
        guard case .openURL(let opened) = event else { return false }
        return listeners.withLock { $0 }.contains { $0(opened) }
    }
}
