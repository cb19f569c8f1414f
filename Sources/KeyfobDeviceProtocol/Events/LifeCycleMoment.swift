/// A moment in an app's life, in the words of `UIApplicationDelegate`.
public enum LifeCycleMoment: String, Sendable, Hashable, CaseIterable {
    /// The process runs: the first event of each launch.
    case didFinishLaunching = "did_finish_launching"
    /// The app comes to the front. Not at a launch.
    case willEnterForeground = "will_enter_foreground"
    /// The app is in front and receives input; the URL that brought it there has come before this.
    case didBecomeActive = "did_become_active"
    /// Another app is about to take the front, or something lies over this one.
    case willResignActive = "will_resign_active"
    /// The app is out of sight.
    case didEnterBackground = "did_enter_background"
    /// The process is about to be ended in an orderly way.
    case willTerminate = "will_terminate"
}
