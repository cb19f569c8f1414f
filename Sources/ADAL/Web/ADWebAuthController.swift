public import Foundation

/// The sign-in page that is on the screen.
#if canImport(ObjectiveC)
@objc(ADWebAuthController)
#endif
public final class ADWebAuthController: NSObject, Sendable {
    private override init() { super.init() }

    /// Cancels the sign-in that is on the screen, if there is one: its call returns `AD_USER_CANCELLED`.
    #if canImport(ObjectiveC)
    @objc(cancelCurrentWebAuthSession)
    #endif
    public static func cancelCurrentWebAuthSession() { ADSessions.shared.cancel() }

    /// Returns the result of a broker's response to a request of an earlier run of the app, once: nil if there was
    /// none, or its tokens are still being verified.
    #if canImport(ObjectiveC)
    @objc(responseFromInterruptedBrokerSession)
    #endif
    public static func responseFromInterruptedBrokerSession() -> ADAuthenticationResult? {
        ADBrokeredClients.current.takeInterrupted()
    }
}
