extension RuleFamilies {
    /// Error codes that were separate until MSAL 0.3, and have been numbers under one key since.
    static let msalErrors: [Rule] = [
        Rule(
            "msal.error.code", .msal, "an error code of MSAL 0.x",
            instead: """
                MSALError.internal with the number under MSALInternalErrorCodeKey, from MSALInternalError; only the \
                codes of MSALError itself need handling.
                """,
            .names(
                "MSALErrorAccountRequired", "MSALErrorAmbiguousAuthority", "MSALErrorAttemptToOpenURLFromExtension",
                "MSALErrorAuthorizationFailed", "MSALErrorBadAuthorizationResponse", "MSALErrorBadTokenResponse",
                "MSALErrorBrokerBadResumeStateFound", "MSALErrorBrokerCorruptedResponse",
                "MSALErrorBrokerKeyFailedToCreate", "MSALErrorBrokerKeyNotFound",
                "MSALErrorBrokerMismatchedResumeState",
                "MSALErrorBrokerNoResumeStateFound", "MSALErrorBrokerResponseDecryptionFailed",
                "MSALErrorBrokerResponseHashMismatch", "MSALErrorBrokerResponseHashMissing",
                "MSALErrorBrokerResponseNotReceived", "MSALErrorBrokerUnknown", "MSALErrorFailedAuthorityValidation",
                "MSALErrorInteractiveSessionAlreadyRunning", "MSALErrorInvalidClient", "MSALErrorInvalidGrant",
                "MSALErrorInvalidParameter", "MSALErrorInvalidRequest", "MSALErrorInvalidResponse",
                "MSALErrorInvalidScope", "MSALErrorInvalidState", "MSALErrorMismatchedUser", "MSALErrorNetworkFailure",
                "MSALErrorNoAccessTokenInResponse", "MSALErrorNoAccessTokensFound", "MSALErrorNoAuthorizationResponse",
                "MSALErrorNoViewController", "MSALErrorNonHttpsRedirect", "MSALErrorRedirectSchemeNotRegistered",
                "MSALErrorRefreshTokenRejected", "MSALErrorSessionCanceled", "MSALErrorTokenCacheItemFailure",
                "MSALErrorUINotSupportedInExtension", "MSALErrorUnauthorizedClient", "MSALErrorUnhandledResponse",
                "MSALErrorUserNotFound", "MSALErrorUserRequired", "MSALErrorWrapperCacheFailure"),
            swift: "error.userInfo[MSALInternalErrorCodeKey] as? Int",
            objectiveC: "[error.userInfo[MSALInternalErrorCodeKey] integerValue]"),
        Rule(
            "msal.error.type", .msal, "the type of error codes under its older name", instead: "MSALError.",
            .names("MSALErrorCode"), swift: "MSALError", objectiveC: "MSALError"),
    ]
}
