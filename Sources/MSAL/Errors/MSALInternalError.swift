import Foundation

/// The numbers of errors with the code ``MSALError/internal``, under ``MSALInternalErrorCodeKey``.
///
/// The numbers from -42715 to -42744 belong to Intune's just-in-time registration and to macOS's platform SSO; they are
/// declared for source compatibility, and Keyfob raises none of them.
#if canImport(ObjectiveC)
@objc(MSALInternalError)
#endif
public enum MSALInternalError: Int, Sendable {
    /// An argument or the configuration is wrong.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidParameter)
    #endif
    case internalErrorInvalidParameter = -42000
    /// The redirect URI's scheme, or a scheme to be queried, is missing from Info.plist.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorRedirectSchemeNotRegistered)
    #endif
    case internalErrorRedirectSchemeNotRegistered = -42001
    /// The form of the redirect URI is not accepted.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidRedirectURI)
    #endif
    case internalErrorInvalidRedirectURI = -42011
    /// The server refused the request as invalid (`invalid_request`).
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidRequest)
    #endif
    case internalErrorInvalidRequest = -42002
    /// The server does not know the client (`invalid_client`).
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidClient)
    #endif
    case internalErrorInvalidClient = -42003
    /// The server refused the grant (`invalid_grant`).
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidGrant)
    #endif
    case internalErrorInvalidGrant = -42004
    /// The server refused the scopes (`invalid_scope`).
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidScope)
    #endif
    case internalErrorInvalidScope = -42005
    /// The client is not authorized for the request (`unauthorized_client`).
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorUnauthorizedClient)
    #endif
    case internalErrorUnauthorizedClient = -42006
    /// The server returned a status that OAuth does not define: 5xx, 429.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorUnhandledResponse)
    #endif
    case internalErrorUnhandledResponse = -42007
    /// An unexpected error; see its description.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorUnexpected)
    #endif
    case internalErrorUnexpected = -42008
    /// HTTP 403 or 404, underneath ``internalErrorUnhandledResponse``.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorUnexpectedHttpResponse)
    #endif
    case internalErrorUnexpectedHttpResponse = -42009
    /// The identity platform does not recognize the authority.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorFailedAuthorityValidation)
    #endif
    case internalErrorFailedAuthorityValidation = -42010
    /// Another account signed in than the requested one.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorMismatchedUser)
    #endif
    case internalErrorMismatchedUser = -42101
    /// Several accounts match where one was requested.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorAmbiguousAccount)
    #endif
    case internalErrorAmbiguousAccount = -42102
    /// The authorization endpoint returned an error.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorAuthorizationFailed)
    #endif
    case internalErrorAuthorizationFailed = -42104
    /// There is no such account.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorAccountRequired)
    #endif
    case internalErrorAccountRequired = -42106
    /// The sign-in was cancelled; delivered as ``MSALError/userCanceled``.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorSessionCanceled)
    #endif
    case internalErrorSessionCanceled = -42401
    /// Another sign-in is under way.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInteractiveSessionAlreadyRunning)
    #endif
    case internalErrorInteractiveSessionAlreadyRunning = -42402
    /// There is nothing to show the sign-in page with.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorNoViewController)
    #endif
    case internalErrorNoViewController = -42403
    /// An app extension cannot open URLs.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorAttemptToOpenURLFromExtension)
    #endif
    case internalErrorAttemptToOpenURLFromExtension = -42404
    /// An app extension cannot show this user interface.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorUINotSupportedInExtension)
    #endif
    case internalErrorUINotSupportedInExtension = -42405
    /// The response's `state` is not the one sent.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidState)
    #endif
    case internalErrorInvalidState = -42501
    /// The server's response was not accepted.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidResponse)
    #endif
    case internalErrorInvalidResponse = -42600
    /// The page led to an address that is not https.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorNonHttpsRedirect)
    #endif
    case internalErrorNonHttpsRedirect = -42602
    /// The broker's response did not arrive.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerResponseNotReceived)
    #endif
    case internalErrorBrokerResponseNotReceived = -42700
    /// No request matches the broker's response.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerNoResumeStateFound)
    #endif
    case internalErrorBrokerNoResumeStateFound = -42701
    /// The stored state of the request is damaged.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerBadResumeStateFound)
    #endif
    case internalErrorBrokerBadResumeStateFound = -42702
    /// The broker's response belongs to another request.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerMismatchedResumeState)
    #endif
    case internalErrorBrokerMismatchedResumeState = -42703
    /// The broker's response has no hash.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerResponseHashMissing)
    #endif
    case internalErrorBrokerResponseHashMissing = -42704
    /// The broker's response is damaged.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerCorruptedResponse)
    #endif
    case internalErrorBrokerCorruptedResponse = -42705
    /// The broker's response cannot be decrypted.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerResponseDecryptionFailed)
    #endif
    case internalErrorBrokerResponseDecryptionFailed = -42706
    /// The broker's response does not match its hash.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerResponseHashMismatch)
    #endif
    case internalErrorBrokerResponseHashMismatch = -42707
    /// The key for the broker could not be made.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerKeyFailedToCreate)
    #endif
    case internalErrorBrokerKeyFailedToCreate = -42708
    /// The key for the broker was not found.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerKeyNotFound)
    #endif
    case internalErrorBrokerKeyNotFound = -42709
    /// The broker failed.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerUnknown)
    #endif
    case internalErrorBrokerUnknown = -42711
    /// The broker's token for the app could not be stored.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerApplicationTokenWriteFailed)
    #endif
    case internalErrorBrokerApplicationTokenWriteFailed = -42712
    /// The broker's token for the app could not be read.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorBrokerApplicationTokenReadFailed)
    #endif
    case internalErrorBrokerApplicationTokenReadFailed = -42713
    /// There is no broker.
    #if canImport(ObjectiveC)
    @objc(MSALInternalBrokerNotAvailable)
    #endif
    case internalBrokerNotAvailable = -42714
    /// Of just-in-time registration: link server confirmation.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorJITLinkServerConfirmationError)
    #endif
    case internalErrorJITLinkServerConfirmationError = -42715
    /// Of just-in-time registration: link acquire token.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorJITLinkAcquireTokenError)
    #endif
    case internalErrorJITLinkAcquireTokenError = -42716
    /// Of just-in-time registration: link token acquired wrong tenant.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorJITLinkTokenAcquiredWrongTenant)
    #endif
    case internalErrorJITLinkTokenAcquiredWrongTenant = -42717
    /// Of just-in-time registration: link.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorJITLinkError)
    #endif
    case internalErrorJITLinkError = -42718
    /// Of just-in-time registration: compliance check result not compliant.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorJITComplianceCheckResultNotCompliant)
    #endif
    case internalErrorJITComplianceCheckResultNotCompliant = -42719
    /// Of just-in-time registration: compliance check result timeout.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorJITComplianceCheckResultTimeout)
    #endif
    case internalErrorJITComplianceCheckResultTimeout = -42720
    /// Of just-in-time registration: compliance check result unknown.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorJITComplianceCheckResultUnknown)
    #endif
    case internalErrorJITComplianceCheckResultUnknown = -42721
    /// Of just-in-time registration: compliance check invalid link payload.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITComplianceCheckInvalidLinkPayload)
    #endif
    case errorJITComplianceCheckInvalidLinkPayload = -42722
    /// Of just-in-time registration: compliance check create controller.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITComplianceCheckCreateController)
    #endif
    case errorJITComplianceCheckCreateController = -42723
    /// Of just-in-time registration: link config not found.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITLinkConfigNotFound)
    #endif
    case errorJITLinkConfigNotFound = -42724
    /// Of just-in-time registration: invalid link token config.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITInvalidLinkTokenConfig)
    #endif
    case errorJITInvalidLinkTokenConfig = -42725
    /// Of just-in-time registration: wpj device registration failed.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITWPJDeviceRegistrationFailed)
    #endif
    case errorJITWPJDeviceRegistrationFailed = -42726
    /// Of just-in-time registration: wpj account identifier nil.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITWPJAccountIdentifierNil)
    #endif
    case errorJITWPJAccountIdentifierNil = -42727
    /// Of just-in-time registration: wpj acquire token.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITWPJAcquireTokenError)
    #endif
    case errorJITWPJAcquireTokenError = -42728
    /// Of just-in-time registration: retry required.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITRetryRequired)
    #endif
    case errorJITRetryRequired = -42729
    /// Of just-in-time registration: unknown status web cp.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITUnknownStatusWebCP)
    #endif
    case errorJITUnknownStatusWebCP = -42730
    /// Of just-in-time registration: troubleshooting create controller.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITTroubleshootingCreateController)
    #endif
    case errorJITTroubleshootingCreateController = -42731
    /// Of just-in-time registration: troubleshooting acquire token.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITTroubleshootingAcquireToken)
    #endif
    case errorJITTroubleshootingAcquireToken = -42732
    /// Of just-in-time registration: link server confirmation timeout.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorJITLinkServerConfirmationTimeout)
    #endif
    case internalErrorJITLinkServerConfirmationTimeout = -42733
    /// Of just-in-time registration: troubleshooting required.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITTroubleshootingRequired)
    #endif
    case errorJITTroubleshootingRequired = -42734
    /// Of just-in-time registration: troubleshooting result unknown.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITTroubleshootingResultUnknown)
    #endif
    case errorJITTroubleshootingResultUnknown = -42735
    /// Of platform SSO: device not registered.
    #if canImport(ObjectiveC)
    @objc(MSALErrorDeviceNotPSSORegistered)
    #endif
    case errorDeviceNotPSSORegistered = -42736
    /// Of platform SSO: key id mismatch.
    #if canImport(ObjectiveC)
    @objc(MSALErrorPSSOKeyIdMismatch)
    #endif
    case errorPSSOKeyIdMismatch = -42737
    /// Of just-in-time registration: handling config not found.
    #if canImport(ObjectiveC)
    @objc(MSALErrorJITErrorHandlingConfigNotFound)
    #endif
    case errorJITErrorHandlingConfigNotFound = -42738
    /// Of platform SSO: biometric policy mismatch.
    #if canImport(ObjectiveC)
    @objc(MSALErrorPSSOBiometricPolicyMismatch)
    #endif
    case errorPSSOBiometricPolicyMismatch = -42739
    /// Of platform SSO: invalid passkey extension.
    #if canImport(ObjectiveC)
    @objc(MSALErrorPSSOInvalidPasskeyExtension)
    #endif
    case errorPSSOInvalidPasskeyExtension = -42740
    /// Of platform SSO: save login config failure.
    #if canImport(ObjectiveC)
    @objc(MSALErrorPSSOSaveLoginConfigFailure)
    #endif
    case errorPSSOSaveLoginConfigFailure = -42741
    /// Of platform SSO: passkey la.
    #if canImport(ObjectiveC)
    @objc(MSALErrorPSSOPasskeyLAError)
    #endif
    case errorPSSOPasskeyLAError = -42742
    /// Of platform SSO: biometrics not available.
    #if canImport(ObjectiveC)
    @objc(MSALErrorPSSOBiometricsNotAvailable)
    #endif
    case errorPSSOBiometricsNotAvailable = -42743
    /// Of platform SSO: biometrics not enrolled.
    #if canImport(ObjectiveC)
    @objc(MSALErrorPSSOBiometricsNotEnrolled)
    #endif
    case errorPSSOBiometricsNotEnrolled = -42744
    /// The address cannot be opened in an authentication session.
    #if canImport(ObjectiveC)
    @objc(MSALInternalErrorInvalidASWebAuthenticationURL)
    #endif
    case internalErrorInvalidASWebAuthenticationURL = -42745
}
