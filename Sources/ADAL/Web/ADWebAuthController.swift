public import Foundation

/// The sign-in page that is on the screen.
#if canImport(ObjectiveC)
@objc(ADWebAuthController)
#endif
public final class ADWebAuthController: NSObject, Sendable {
    private override init() { super.init() }

    /// Ends the sign-in that is on the screen, if there is one: its call ends with `AD_USER_CANCELLED`.
    #if canImport(ObjectiveC)
    @objc(cancelCurrentWebAuthSession)
    #endif
    public static func cancelCurrentWebAuthSession() { ADSessions.shared.cancel() }

    /// What came of a broker's answer to a request of the app's earlier run, once: nil if there was none, or its tokens are
    /// still being checked.
    #if canImport(ObjectiveC)
    @objc(responseFromInterruptedBrokerSession)
    #endif
    public static func responseFromInterruptedBrokerSession() -> ADAuthenticationResult? {
        ADBrokeredClients.current.takeInterrupted()
    }
}
