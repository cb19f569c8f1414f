package import KeyfobCore

extension AuthError.ServerDetails {
    /// Whether MSAL and ADAL read the body of a response with this status; of any other they report the status alone. A
    /// response that came by redirect has status 0.
    package var isReadByMicrosoftLibraries: Bool { [0, 200, 400, 401].contains(status) }
}
