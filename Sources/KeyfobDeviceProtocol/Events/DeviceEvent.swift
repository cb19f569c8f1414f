public import KeyfobCore

/// What the device tells an app of its own accord.
public enum DeviceEvent: Sendable, Hashable {
    /// The app's place on the device changes.
    case lifeCycle(LifeCycleMoment)
    /// Somebody opened a URL of the app's.
    case openURL(OpenedURL)
    /// The app is the extension's owner: another app asks it.
    case signOn(SingleSignOnCall)
    /// The caller of a single sign-on call took it back, or is gone; an answer is of no use any more.
    case signOnCancelled(call: Int64)
    /// The driver of a test put something in; answer with ``DeviceRequest/answerInput(input:_:)``.
    case input(id: Int64, JSONValue)
    /// Whether what the keychain keeps for an unlocked device can be had (`protectedDataDidBecomeAvailable`).
    case protectedData(isAvailable: Bool)
}
