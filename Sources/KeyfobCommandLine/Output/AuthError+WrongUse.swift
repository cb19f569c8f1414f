#if Server
package import KeyfobCore

extension AuthError.Code {
    /// The command was used wrongly; exit status 2.
    package static let wrongUse = AuthError.Code(rawValue: "wrongUse")
}

extension AuthError {
    /// Makes an error for a command that was used wrongly in a way that the parser cannot find.
    package static func wrongUse(_ message: String, remedy: String? = nil) -> AuthError {
        AuthError(.wrongUse, origin: .app, message: message, remedy: remedy)
    }
}
#endif
