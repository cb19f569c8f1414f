public import KeyfobDeviceProtocol

/// What the device tells an app, in its order, without the URLs that somebody has taken before
/// (``DeviceConnection/offerURLs(to:)``).
///
/// Those listeners are asked when the app comes to the event, on the app's own task: after everything that came before it,
/// and before everything that came later.
public struct DeviceEvents: AsyncSequence, Sendable {
    let stream: AsyncStream<DeviceEvent>
    let listeners: URLListeners

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(base: stream.makeAsyncIterator(), listeners: listeners)
    }

    /// Reads one event after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<DeviceEvent>.Iterator
        let listeners: URLListeners

        /// The next event; nil when the connection has ended.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> DeviceEvent? {
            while let event = await base.next(isolation: actor) {
                if !listeners.take(event) { return event }
            }
            return nil
        }
    }
}
