import KeyfobCore

/// What a context hears that asks for no broker, where the organization wants what only a broker can show.
enum BrokerAdvice {
    /// The server's numbers for policies that look at the device, or at the app as a broker vouches for it.
    private static let numbers: Set<Int> = [50097, 50127, 50129, 53000, 53001, 53002, 53009]

    /// The error, with the step that is missing.
    static func add(to error: AuthError, _ type: ADCredentialsType) -> AuthError {
        let codes = error.server?.codes ?? []
        let isMeant = error.code == .deviceRegistrationRequired || codes.contains { numbers.contains(Int($0)) }
        guard type == .embedded, isMeant else { return error }
        var copy = error
        let step =
            "Only a broker can show what the policy wants to see: set the context's credentialsType to "
            + "AD_CREDENTIALS_AUTO, and set the app up for a broker."
        copy.remedy = error.remedy.map { "\($0) \(step)" } ?? step
        return copy
    }
}
