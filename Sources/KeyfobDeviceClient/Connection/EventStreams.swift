import KeyfobBackport
import KeyfobDeviceProtocol

/// Passes each event to all listeners; events before the first listener are kept for it.
final class EventStreams: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<DeviceEvent>.Continuation] = [:]
        var lastListener = 0
        var kept: [DeviceEvent] = []
        var hasEnded = false
    }

    private let state = Mutex(State())

    func send(_ event: DeviceEvent) {
        state.withLock { state in
            if state.listeners.isEmpty { state.kept.append(event) }
            for listener in state.listeners.values { listener.yield(event) }
        }
    }

    func stream() -> AsyncStream<DeviceEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
        let number = state.withLock { state -> Int in
            state.lastListener &+= 1
            for event in state.kept { continuation.yield(event) }
            state.kept = []
            if state.hasEnded { continuation.finish() } else { state.listeners[state.lastListener] = continuation }
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }

    func end() {
        let listeners = state.withLock { state in
            defer { (state.listeners, state.hasEnded) = ([:], true) }
            return state.listeners.values.map { $0 }
        }
        for listener in listeners { listener.finish() }
    }
}
