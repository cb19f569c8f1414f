/// The port to the app's coming and going, as the operating system tells it.
///
/// The order counts: on iOS an app that is brought back by a URL hears that it will enter the foreground, then the URL,
/// then that it has become active. An implementation calls its observers in that order, each before the next thing happens.
public protocol AppLifeCycle: Sendable {
    /// Begins to tell an observer; it is told until the returned value is released or cancelled.
    func observe(_ observer: @escaping @Sendable (AppLifeCycleEvent) -> Void) -> any AppLifeCycleObservation
}

/// That somebody is told of an app's coming and going.
public protocol AppLifeCycleObservation: Sendable {
    /// Ends it. Nothing is told after that.
    func cancel()
}

/// What happens to an app.
public enum AppLifeCycleEvent: String, Sendable, Hashable, CaseIterable {
    /// It loses the person's attention.
    case willResignActive
    /// It is no longer seen.
    case didEnterBackground
    /// It is about to be seen.
    case willEnterForeground
    /// The person works with it.
    case didBecomeActive
}
