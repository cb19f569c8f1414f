public import Foundation

/// The sign-in page that is on the screen.
#if canImport(ObjectiveC)
@objc(ADWebAuthController)
#endif
// Without state; a subclass is responsible for its own properties.
open class ADWebAuthController: NSObject, @unchecked Sendable {
    /// Makes an object of no use: every function is the class's.
    public override init() { super.init() }

    /// Cancels the sign-in that is on the screen, if there is one: its call returns `AD_USER_CANCELLED`.
    #if canImport(ObjectiveC)
    @objc(cancelCurrentWebAuthSession)
    #endif
    open class func cancelCurrentWebAuthSession() { ADSessions.shared.cancel() }

    /// Returns the result of a broker's response to a request of an earlier run of the app, once: nil if there was
    /// none, or its tokens are still being verified.
    #if canImport(ObjectiveC)
    @objc(responseFromInterruptedBrokerSession)
    #endif
    open class func responseFromInterruptedBrokerSession() -> ADAuthenticationResult? {
        ADBrokeredClients.current.takeInterrupted()
    }
}
