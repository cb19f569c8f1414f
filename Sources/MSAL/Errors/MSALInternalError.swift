/// The numbers of errors with the code ``MSALError/internal``, under ``MSALInternalErrorCodeKey``.
///
/// The numbers from -42715 to -42744 belong to Intune's just-in-time registration and to macOS's platform SSO; they are
/// declared for source compatibility, and Keyfob raises none of them.
#if canImport(ObjectiveC)
@objc(MSALInternalError)
#endif
public enum MSALInternalError: Int, Sendable {
    /// An argument or the configuration is wrong.
    case internalErrorInvalidParameter = -42000
    /// The redirect URI's scheme, or a scheme to be queried, is missing from Info.plist.
    case internalErrorRedirectSchemeNotRegistered = -42001
    /// The form of the redirect URI is not accepted.
    case internalErrorInvalidRedirectURI = -42011
    /// The server refused the request as invalid (`invalid_request`).
    case internalErrorInvalidRequest = -42002
    /// The server does not know the client (`invalid_client`).
    case internalErrorInvalidClient = -42003
    /// The server refused the grant (`invalid_grant`).
    case internalErrorInvalidGrant = -42004
    /// The server refused the scopes (`invalid_scope`).
    case internalErrorInvalidScope = -42005
    /// The client is not authorized for the request (`unauthorized_client`).
    case internalErrorUnauthorizedClient = -42006
    /// The server returned a status that OAuth does not define: 5xx, 429.
    case internalErrorUnhandledResponse = -42007
    /// An unexpected error; see its description.
    case internalErrorUnexpected = -42008
    /// HTTP 403 or 404, underneath ``internalErrorUnhandledResponse``.
    case internalErrorUnexpectedHttpResponse = -42009
    /// The identity platform does not recognize the authority.
    case internalErrorFailedAuthorityValidation = -42010
    /// Another account signed in than the requested one.
    case internalErrorMismatchedUser = -42101
    /// Several accounts match where one was requested.
    case internalErrorAmbiguousAccount = -42102
    /// The authorization endpoint returned an error.
    case internalErrorAuthorizationFailed = -42104
    /// There is no such account.
    case internalErrorAccountRequired = -42106
    /// The sign-in was cancelled; delivered as ``MSALError/userCanceled``.
    case internalErrorSessionCanceled = -42401
    /// Another sign-in is under way.
    case internalErrorInteractiveSessionAlreadyRunning = -42402
    /// There is nothing to show the sign-in page with.
    case internalErrorNoViewController = -42403
    /// An app extension cannot open URLs.
    case internalErrorAttemptToOpenURLFromExtension = -42404
    /// An app extension cannot show this user interface.
    case internalErrorUINotSupportedInExtension = -42405
    /// The response's `state` is not the one sent.
    case internalErrorInvalidState = -42501
    /// The server's response was not accepted.
    case internalErrorInvalidResponse = -42600
    /// The page led to an address that is not https.
    case internalErrorNonHttpsRedirect = -42602
    /// The broker's response did not arrive.
    case internalErrorBrokerResponseNotReceived = -42700
    /// No request matches the broker's response.
    case internalErrorBrokerNoResumeStateFound = -42701
    /// The stored state of the request is damaged.
    case internalErrorBrokerBadResumeStateFound = -42702
    /// The broker's response belongs to another request.
    case internalErrorBrokerMismatchedResumeState = -42703
    /// The broker's response has no hash.
    case internalErrorBrokerResponseHashMissing = -42704
    /// The broker's response is damaged.
    case internalErrorBrokerCorruptedResponse = -42705
    /// The broker's response cannot be decrypted.
    case internalErrorBrokerResponseDecryptionFailed = -42706
    /// The broker's response does not match its hash.
    case internalErrorBrokerResponseHashMismatch = -42707
    /// The key for the broker could not be made.
    case internalErrorBrokerKeyFailedToCreate = -42708
    /// The key for the broker was not found.
    case internalErrorBrokerKeyNotFound = -42709
    /// The broker failed.
    case internalErrorBrokerUnknown = -42711
    /// The broker's token for the app could not be stored.
    case internalErrorBrokerApplicationTokenWriteFailed = -42712
    /// The broker's token for the app could not be read.
    case internalErrorBrokerApplicationTokenReadFailed = -42713
    /// There is no broker.
    case internalBrokerNotAvailable = -42714
    /// Of just-in-time registration: link server confirmation.
    case internalErrorJITLinkServerConfirmationError = -42715
    /// Of just-in-time registration: link acquire token.
    case internalErrorJITLinkAcquireTokenError = -42716
    /// Of just-in-time registration: link token acquired wrong tenant.
    case internalErrorJITLinkTokenAcquiredWrongTenant = -42717
    /// Of just-in-time registration: link.
    case internalErrorJITLinkError = -42718
    /// Of just-in-time registration: compliance check result not compliant.
    case internalErrorJITComplianceCheckResultNotCompliant = -42719
    /// Of just-in-time registration: compliance check result timeout.
    case internalErrorJITComplianceCheckResultTimeout = -42720
    /// Of just-in-time registration: compliance check result unknown.
    case internalErrorJITComplianceCheckResultUnknown = -42721
    /// Of just-in-time registration: compliance check invalid link payload.
    case errorJITComplianceCheckInvalidLinkPayload = -42722
    /// Of just-in-time registration: compliance check create controller.
    case errorJITComplianceCheckCreateController = -42723
    /// Of just-in-time registration: link config not found.
    case errorJITLinkConfigNotFound = -42724
    /// Of just-in-time registration: invalid link token config.
    case errorJITInvalidLinkTokenConfig = -42725
    /// Of just-in-time registration: wpj device registration failed.
    case errorJITWPJDeviceRegistrationFailed = -42726
    /// Of just-in-time registration: wpj account identifier nil.
    case errorJITWPJAccountIdentifierNil = -42727
    /// Of just-in-time registration: wpj acquire token.
    case errorJITWPJAcquireTokenError = -42728
    /// Of just-in-time registration: retry required.
    case errorJITRetryRequired = -42729
    /// Of just-in-time registration: unknown status web cp.
    case errorJITUnknownStatusWebCP = -42730
    /// Of just-in-time registration: troubleshooting create controller.
    case errorJITTroubleshootingCreateController = -42731
    /// Of just-in-time registration: troubleshooting acquire token.
    case errorJITTroubleshootingAcquireToken = -42732
    /// Of just-in-time registration: link server confirmation timeout.
    case internalErrorJITLinkServerConfirmationTimeout = -42733
    /// Of just-in-time registration: troubleshooting required.
    case errorJITTroubleshootingRequired = -42734
    /// Of just-in-time registration: troubleshooting result unknown.
    case errorJITTroubleshootingResultUnknown = -42735
    /// Of platform SSO: device not registered.
    case errorDeviceNotPSSORegistered = -42736
    /// Of platform SSO: key id mismatch.
    case errorPSSOKeyIdMismatch = -42737
    /// Of just-in-time registration: handling config not found.
    case errorJITErrorHandlingConfigNotFound = -42738
    /// Of platform SSO: biometric policy mismatch.
    case errorPSSOBiometricPolicyMismatch = -42739
    /// Of platform SSO: invalid passkey extension.
    case errorPSSOInvalidPasskeyExtension = -42740
    /// Of platform SSO: save login config failure.
    case errorPSSOSaveLoginConfigFailure = -42741
    /// Of platform SSO: passkey la.
    case errorPSSOPasskeyLAError = -42742
    /// Of platform SSO: biometrics not available.
    case errorPSSOBiometricsNotAvailable = -42743
    /// Of platform SSO: biometrics not enrolled.
    case errorPSSOBiometricsNotEnrolled = -42744
    /// The address cannot be opened in an authentication session.
    case internalErrorInvalidASWebAuthenticationURL = -42745
}
