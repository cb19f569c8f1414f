import KeyfobDeviceProtocol
import Synchronization

/// Those who get an app's URLs before the app does.
final class URLListeners: Sendable {
    private let listeners = Mutex<[@Sendable (OpenedURL) -> Bool]>([])

    func add(_ listener: @escaping @Sendable (OpenedURL) -> Bool) { listeners.withLock { $0.append(listener) } }

    /// Whether one of them takes it. They are asked without the lock: a listener may ask the device for something.
    func take(_ event: DeviceEvent) -> Bool {
        guard case .openURL(let opened) = event else { return false }
        return listeners.withLock { $0 }.contains { $0(opened) }
    }
}
