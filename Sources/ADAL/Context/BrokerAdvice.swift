import KeyfobCore

/// Advice for errors of a context that uses no broker, where the organization's policy requires one.
enum BrokerAdvice {
    /// The server's numbers for policies on the device, or on the app as a broker attests to it.
    private static let numbers: Set<Int> = [50097, 50127, 50129, 53000, 53001, 53002, 53009]

    /// Returns the error with the missing step.
    static func add(to error: AuthError, _ type: ADCredentialsType) -> AuthError {
        let codes = error.server?.codes ?? []
        let isMeant = error.code == .deviceRegistrationRequired || codes.contains { numbers.contains(Int($0)) }
        guard type == .embedded, isMeant else { return error }
        var copy = error
        let step =
            "Only a broker can meet the policy: set the context's credentialsType to "
            + "AD_CREDENTIALS_AUTO, and set the app up for a broker."
        copy.remedy = error.remedy.map { "\($0) \(step)" } ?? step
        return copy
    }
}
