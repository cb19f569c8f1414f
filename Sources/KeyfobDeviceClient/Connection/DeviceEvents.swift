import KeyfobBackport
public import KeyfobDeviceProtocol

/// The device's events for an app, in order, without the URLs that a listener has taken
/// (``DeviceConnection/offerURLs(to:)``).
///
/// Those listeners are called when the app reads the event, on the app's own task: after everything that came before
/// it, and before everything that came later.
public struct DeviceEvents: AsyncSequence, Sendable {
    let stream: AsyncStream<DeviceEvent>
    let listeners: URLListeners

    /// Makes an iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: stream.makeAsyncIterator(), listeners: listeners)
    }

    /// Reads one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<DeviceEvent>.Iterator
        let listeners: URLListeners

        /// Returns the next event; nil when the connection has ended.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> DeviceEvent? {
            while let event = await base.next(isolation: actor) {
                if !listeners.take(event) { return event }
            }
            return nil
        }
    }
}

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
