import KeyfobCore

extension AuthError {
    /// What an Azure AD B2C error means: its numbers (`AADB2C90118: ...`) stand in the description alone, and are
    /// others than the platform's.
    static func b2cMeaning(
        of response: OAuthErrorResponse, mode: AcquisitionMode
    ) -> (code: Code, message: String?, remedy: String?)? {
        switch response.b2cCode {
        case 90118:
            (
                .interactionRequired, "The person said on the sign-in page that the password is forgotten.",
                "Call acquireToken with the authority of the tenant's password reset policy, and then sign in again."
            )
        case 90091: (.userCanceled, "The person cancelled on one of the policy's pages.", nil)
        case 90088:
            (
                .interactionRequired, "The refresh token was issued under another policy than the one that is asked.",
                "Sign in with this policy's authority: each policy has an account and tokens of its own."
            )
        case 90077, 90080: (.interactionRequired, nil, nil)
        case 90006: (.configuration, nil, "Register exactly this redirect URI for the application.")
        default: nil
        }
    }
}

extension OAuthErrorResponse {
    /// The number of an Azure AD B2C error, with which the description begins; nil for every other error.
    public var b2cCode: Int? { AuthError.ServerDetails(error: error, description: description).b2cCode }
}
