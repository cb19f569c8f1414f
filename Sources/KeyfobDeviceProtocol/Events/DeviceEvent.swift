public import KeyfobCore

/// An event that the device sends to an app.
public enum DeviceEvent: Sendable, Hashable {
    /// The app's life-cycle state changes.
    case lifeCycle(LifeCycleMoment)
    /// An app or the user opened a URL of the app's.
    case openURL(OpenedURL)
    /// A call of another app to the single sign-on extension that this app owns.
    case signOn(SingleSignOnCall)
    /// The caller of a single sign-on call has cancelled it, or has ended; a response has no effect any more.
    case signOnCancelled(call: Int64)
    /// The driver of a test sent a value; answer with ``DeviceRequest/respondToInput(input:_:)``.
    case input(id: Int64, JSONValue)
    /// Whether the keychain's items for an unlocked device are available (`protectedDataDidBecomeAvailable`).
    case protectedData(isAvailable: Bool)
}

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

/// A request to the single sign-on extension, as its owner gets it: with the caller, from the device.
public struct SingleSignOnCall: Sendable, Hashable {
    /// The call's number, which the response repeats.
    public var id: Int64
    /// The caller. Unlike a URL's, this origin is always reported.
    public var caller: AppOrigin
    /// The request.
    public var request: DeviceSingleSignOnRequest

    /// Makes a call.
    public init(id: Int64, caller: AppOrigin, request: DeviceSingleSignOnRequest) {
        self.id = id
        self.caller = caller
        self.request = request
    }
}
