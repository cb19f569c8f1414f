/// The port to the app's life cycle, as the operating system reports it.
///
/// The order matters: an iOS app that is brought back by a URL gets `willEnterForeground`, then the URL, then
/// `didBecomeActive`. An implementation calls its observers in that order, each before the next event.
public protocol AppLifeCycle: Sendable {
    /// Calls an observer for each event, until the returned value is released or cancelled.
    func observe(_ observer: @escaping @Sendable (AppLifeCycleEvent) -> Void) -> any AppLifeCycleObservation
}

/// A registration of an observer.
public protocol AppLifeCycleObservation: Sendable {
    /// Ends it. No event is reported after that.
    func cancel()
}

/// An event of an app's life cycle.
public enum AppLifeCycleEvent: String, Sendable, Hashable, CaseIterable {
    /// The app is about to lose the focus.
    case willResignActive
    /// The app is no longer visible.
    case didEnterBackground
    /// The app is about to become visible.
    case willEnterForeground
    /// The app has the focus.
    case didBecomeActive
}
