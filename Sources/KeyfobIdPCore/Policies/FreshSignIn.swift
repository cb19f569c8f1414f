import KeyfobConditionalAccess
import KeyfobIdPModel

/// Registering a device requires a recent sign-in, because a device grants more than a session's cookie or a refresh
/// token, and outlives both.
enum FreshSignIn {
    /// The seconds for which a sign-in is recent: as where a policy requires one every time.
    static let seconds = SessionControls.everyTimeSeconds

    /// Whether a sign-in is too old for one of the APIs.
    static func isMissing(for apis: [Application], since authenticatedAt: Int64, now: Int64) -> Bool {
        guard apis.contains(where: { $0.appID.lowercased() == AccessCheck.registrationService }) else { return false }
        let (age, overflow) = now.subtractingReportingOverflow(authenticatedAt)
        return overflow || age > seconds
    }
}
