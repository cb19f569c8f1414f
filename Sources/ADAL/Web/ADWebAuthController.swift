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

    /// What a broker answered while the app was not running; nil, since sign-ins do not leave this process.
    #if canImport(ObjectiveC)
    @objc(responseFromInterruptedBrokerSession)
    #endif
    public static func responseFromInterruptedBrokerSession() -> ADAuthenticationResult? { nil }
}
