import KeyfobCore

extension AuthError.ServerDetails {
    /// Whether MSAL and ADAL read an answer of this status for what it says; of any other they tell the status alone. An
    /// answer that came by redirect has none.
    package var isReadByMicrosoftLibraries: Bool { [0, 200, 400, 401].contains(status) }
}
