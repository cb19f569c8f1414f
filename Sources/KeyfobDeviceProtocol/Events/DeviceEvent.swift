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
    /// The driver of a test sent a value; answer with ``DeviceRequest/answerInput(input:_:)``.
    case input(id: Int64, JSONValue)
    /// Whether the keychain's items for an unlocked device are available (`protectedDataDidBecomeAvailable`).
    case protectedData(isAvailable: Bool)
}
