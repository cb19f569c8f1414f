import KeyfobCore

extension AuthError {
    /// Returns the meaning of an Azure AD B2C error: its numbers (`AADB2C90118: ...`) are only in the description, and
    /// differ from the platform's.
    static func b2cMeaning(
        of response: OAuthErrorResponse, mode: AcquisitionMode
    ) -> (code: Code, message: String?, remedy: String?)? {
        switch response.b2cCode {
        case 90118:
            (
                .interactionRequired, "The user chose to reset a forgotten password on the sign-in page.",
                "Call acquireToken with the authority of the tenant's password reset policy, and then sign in again."
            )
        case 90091: (.userCanceled, "The user cancelled on one of the policy's pages.", nil)
        case 90088:
            (
                .interactionRequired, "The refresh token was issued under another policy than the requested one.",
                "Sign in with this policy's authority: each policy has a separate account and tokens."
            )
        case 90077, 90080: (.interactionRequired, nil, nil)
        case 90006: (.configuration, nil, "Register exactly this redirect URI for the application.")
        default: nil
        }
    }
}

extension OAuthErrorResponse {
    /// The number of an Azure AD B2C error at the start of the description; nil for every other error.
    package var b2cCode: Int? { AuthError.ServerDetails(error: error, description: description).b2cCode }
}
