extension RuleFamilies {
    /// Errors, their domains and codes.
    static let adalErrors: [Rule] = [
        Rule(
            "adal.error.inputNeeded", .adal, "a silent call that needs the user",
            instead: "MSALError.interactionRequired in MSALErrorDomain.",
            .names(
                "AD_ERROR_SERVER_USER_INPUT_NEEDED", "AD_ERROR_CACHE_NO_REFRESH_TOKEN",
                "AD_ERROR_SERVER_REFRESH_TOKEN_REJECTED", "AD_ERROR_USER_INPUT_NEEDED"),
            swift: "error.domain == MSALErrorDomain && error.code == MSALError.interactionRequired.rawValue",
            objectiveC: """
                [error.domain isEqualToString:MSALErrorDomain] && error.code == MSALErrorInteractionRequired
                """),
        Rule(
            "adal.error.cancelled", .adal, "a cancellation by the user",
            instead: "MSALError.userCanceled in MSALErrorDomain.",
            .names("AD_ERROR_UI_USER_CANCEL", "AD_ERROR_USER_CANCEL"),
            swift: "error.code == MSALError.userCanceled.rawValue",
            objectiveC: "error.code == MSALErrorUserCanceled"),
        Rule(
            "adal.error.protection", .adal, "an app protection policy is required",
            instead: "MSALError.serverProtectionPoliciesRequired in MSALErrorDomain.",
            .names("AD_ERROR_SERVER_PROTECTION_POLICY_REQUIRED"),
            swift: "error.code == MSALError.serverProtectionPoliciesRequired.rawValue",
            objectiveC: "error.code == MSALErrorServerProtectionPoliciesRequired"),
        Rule(
            "adal.error.code", .adal, "an error code of ADAL",
            instead: """
                Handle MSALError.interactionRequired and MSALError.serverDeclinedScopes; everything else goes to one \
                handler. The detail is a number under MSALInternalErrorCodeKey.
                """,
            [.prefix("AD_ERROR_"), .name("ADErrorCode"), .name("ADALErrorCode")],
            swift: "error.userInfo[MSALInternalErrorCodeKey]", objectiveC: "error.userInfo[MSALInternalErrorCodeKey]"),
        Rule(
            "adal.error.domain", .adal, "an error domain of ADAL",
            instead: "MSALErrorDomain; the system's errors (NSURLErrorDomain) pass through unchanged.",
            .names(
                "ADAuthenticationErrorDomain", "ADBrokerResponseErrorDomain", "ADKeychainErrorDomain",
                "ADHTTPErrorCodeDomain", "ADOAuthServerErrorDomain"),
            swift: "MSALErrorDomain", objectiveC: "MSALErrorDomain"),
        Rule(
            "adal.error.details", .adal, "the server's error",
            instead:
                "userInfo: MSALOAuthErrorKey, MSALOAuthSubErrorKey, MSALErrorDescriptionKey, MSALSTSErrorCodesKey.",
            .members("protocolCode", "errorDetails") + .names("ADSuberrorKey", "ADHTTPHeadersKey", "ADUserIdKey"),
            swift: "error.userInfo[MSALOAuthErrorKey]", objectiveC: "error.userInfo[MSALOAuthErrorKey]"),
        Rule(
            "adal.error", .adal, "the class of errors", instead: "NSError in MSALErrorDomain.",
            .adal("AuthenticationError"), swift: "NSError", objectiveC: "NSError"),
    ]
}
