public import KeyfobClient
public import KeyfobDeviceProtocol
import Synchronization

/// The app's coming and going. Whoever reads the device's events passes each moment on, in its place among the URLs that
/// come: an app that hears that it is active before its URL would take the broker for abandoned.
public final class DeviceLifeCycle: AppLifeCycle {
    private struct State {
        var observers: [Int: @Sendable (AppLifeCycleEvent) -> Void] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Makes one that nobody listens to yet.
    public init() {}

    /// Begins to tell an observer.
    public func observe(_ observer: @escaping @Sendable (AppLifeCycleEvent) -> Void) -> any AppLifeCycleObservation {
        let number = state.withLock { state in
            state.last &+= 1
            state.observers[state.last] = observer
            return state.last
        }
        return Observation { [weak self] in _ = self?.state.withLock { $0.observers.removeValue(forKey: number) } }
    }

    /// Tells the observers of a moment; those that an app only hears at its launch and its end are nothing to them.
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
