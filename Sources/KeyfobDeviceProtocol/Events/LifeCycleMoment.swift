/// A moment in an app's life cycle, named as in `UIApplicationDelegate`.
public enum LifeCycleMoment: String, Sendable, Hashable, CaseIterable {
    /// The process runs: the first event of each launch.
    case didFinishLaunching = "did_finish_launching"
    /// The app comes to the front. Not at a launch.
    case willEnterForeground = "will_enter_foreground"
    /// The app is in front and receives input; the URL that brought it there is delivered before this.
    case didBecomeActive = "did_become_active"
    /// Another app is about to come to the front, or a window is shown over this one.
    case willResignActive = "will_resign_active"
    /// The app is no longer visible.
    case didEnterBackground = "did_enter_background"
    /// The process is about to be ended in an orderly way.
    case willTerminate = "will_terminate"
}
