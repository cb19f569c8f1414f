/// Registering a device wants somebody who has just signed in: what it makes is worth more than a session's cookie or a
/// refresh token, and outlives both.
enum FreshSignIn {
    /// For how many seconds a sign-in counts as one of just now: as where a policy wants one at each time.
    static let seconds = SessionControls.everyTimeSeconds

    /// Whether a sign-in is too old for one of the APIs.
    static func isMissing(for apis: [Application], since authenticatedAt: Int64, now: Int64) -> Bool {
        guard apis.contains(where: { $0.appID.lowercased() == AccessCheck.registrationService }) else { return false }
        let (age, overflow) = now.subtractingReportingOverflow(authenticatedAt)
        return overflow || age > seconds
    }
}
