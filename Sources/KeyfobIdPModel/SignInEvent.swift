/// The events of the sign-in log.
package enum SignInEvent: String, Sendable, Hashable, Codable, CaseIterable {
    /// The password page was shown.
    case passwordPrompt = "password_prompt"
    /// The account picker was shown.
    case accountPicker = "account_picker"
    /// The consent page was shown.
    case consentPrompt = "consent_prompt"
    /// A password was right.
    case passwordAccepted = "password_accepted"
    /// A password was wrong, or was not checked.
    case passwordRefused = "password_refused"
    /// The browser was sent to the address that requests certificates, or to a browser that has them.
    case certificatePrompt = "certificate_prompt"
    /// A certificate of the user was accepted.
    case certificateAccepted = "certificate_accepted"
    /// A certificate was refused, or there was none.
    case certificateRefused = "certificate_refused"
    /// The user consented.
    case consentGranted = "consent_granted"
    /// The user declined.
    case consentDeclined = "consent_declined"
    /// An authorization code was issued.
    case codeIssued = "code_issued"
    /// A SAML assertion was issued to a service.
    case assertionIssued = "assertion_issued"
    /// Tokens were issued for a code or device code.
    case tokensIssued = "tokens_issued"
    /// Tokens were issued for a refresh token.
    case tokensRefreshed = "tokens_refreshed"
    /// A device requested a code.
    case deviceCodeStarted = "device_code_started"
    /// The page that names a device's app was shown.
    case deviceApprovalPrompt = "device_approval_prompt"
    /// A user approved a device's code.
    case deviceCodeApproved = "device_code_approved"
    /// A user signed out in a browser.
    case signedOut = "signed_out"
    /// Policies were evaluated; ``SignInLogEntry/policies`` contains the decisions, and ``SignInLogEntry/errorCode`` the
    /// error if access was denied.
    case policiesJudged = "conditional_access"
    /// The page that requests the second factor was shown.
    case secondFactorPrompt = "second_factor_prompt"
    /// A second factor was right.
    case secondFactorAccepted = "second_factor_accepted"
    /// A second factor was wrong, or was not checked.
    case secondFactorRefused = "second_factor_refused"
    /// The page on which a second factor is registered was shown.
    case registrationPrompt = "registration_prompt"
    /// A second factor was registered.
    case secondFactorRegistered = "second_factor_registered"
    /// A code was texted: ``SignInLogEntry/detail`` contains the text, because this log simulates the phone.
    case codeTexted = "code_texted"
    /// A device was enrolled in management.
    case deviceEnrolled = "device_enrolled"
    /// An app was enrolled with the app-protection service.
    case appEnrolled = "app_enrolled"
    /// A device was registered.
    case deviceRegistered = "device_registered"
    /// A device's registration was removed.
    case deviceRemoved = "device_removed"
    /// A device proved its key.
    case deviceProved = "device_proved"
    /// A primary refresh token was issued.
    case primaryTokenIssued = "primary_token_issued"
    /// Tokens were issued to a broker, for the app that it names, for a primary refresh token.
    case tokensBrokered = "tokens_brokered"
    /// A primary refresh token signed its user in on a page.
    case singleSignOn = "single_sign_on"
    /// A request was refused; ``SignInLogEntry/errorCode`` contains the reason.
    case refused
}
