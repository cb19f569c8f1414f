import KeyfobBackport
public import KeyfobBrokerClient
public import KeyfobDeviceProtocol

/// The app's life cycle. The reader of the device's events passes each moment on, in its order among the URLs: an app
/// that becomes active before its URL arrives would take the broker for abandoned.
public final class DeviceLifeCycle: AppLifeCycle {
    private struct State {
        var observers: [Int: @Sendable (AppLifeCycleEvent) -> Void] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Makes a life cycle without observers.
    public init() {}

    /// Adds an observer.
    public func observe(_ observer: @escaping @Sendable (AppLifeCycleEvent) -> Void) -> any AppLifeCycleObservation {
        let number = state.withLock { state in
            state.last &+= 1
            state.observers[state.last] = observer
            return state.last
        }
        return Observation { [weak self] in _ = self?.state.withLock { $0.observers.removeValue(forKey: number) } }
    }

    /// Notifies the observers of a moment; an app's launch and end are not reported to them.
    public func note(_ moment: LifeCycleMoment) {
        guard let event = Self.event(moment) else { return }
        let observers = state.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }
        for observer in observers { observer(event) }
    }

    private static func event(_ moment: LifeCycleMoment) -> AppLifeCycleEvent? {
        switch moment {
        case .willResignActive: .willResignActive
        case .didEnterBackground: .didEnterBackground
        case .willEnterForeground: .willEnterForeground
        case .didBecomeActive: .didBecomeActive
        case .didFinishLaunching, .willTerminate: nil
        }
    }

    private final class Observation: AppLifeCycleObservation {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }

        func cancel() { end() }
    }
}
