import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobSetup

/// Selects MSAL's code for an error.
enum ErrorCodes {
    /// A code that is delivered as such, or a number under ``MSALError/internal``. That number can be one of
    /// ``MSALError``: MSAL delivers only some of its codes as such.
    enum Delivered {
        case named(MSALError)
        case `internal`(MSALInternalError)
        case numbered(MSALError)
    }

    /// The code for a server's error; nil if the SDK's own code is enough.
    static func code(
        of server: AuthError.ServerDetails, _ code: AuthError.Code, _ call: ErrorTranslation.Call
    ) -> Delivered? {
        if ProtectionPolicySuberror.matches(server.suberror) { return .named(.serverProtectionPoliciesRequired) }
        if server.error.lowercased() == "invalid_request", server.codes.contains(50142) {
            return .named(.serverInvalidRequestResetPasswordRequired)
        }
        switch code {
        case .interactionRequired, .serverDeclinedScopes, .userCanceled, .canceled, .accountMismatch: return nil
        default: break
        }
        if !server.isReadByMicrosoftLibraries { return .internal(.internalErrorUnhandledResponse) }
        if server.error.isEmpty { return code == .invalidResponse ? nil : .internal(.internalErrorUnhandledResponse) }
        // Of the errors in response to a silent call, only those that no sign-in fixes are unchanged.
        if call == .silent, !["invalid_scope", "invalid_client"].contains(server.error.lowercased()) {
            return .named(.interactionRequired)
        }
        return oauthCode(of: server)
    }

    /// The code of an OAuth error (RFC 6749 sections 4.1.2.1 and 5.2). As in MSAL, letter case does not matter.
    static func oauthCode(of server: AuthError.ServerDetails) -> Delivered {
        switch (server.error.lowercased(), server.suberror?.lowercased()) {
        case ("invalid_grant", "insufficient_device_strength"): .numbered(.insufficientDeviceStrength)
        // The session in which an account is transferred between devices is over.
        case ("invalid_grant", "transfer_token_expired"), ("tokentransferfailedotc", _): .named(.userCanceled)
        case ("server_error", _): .numbered(.serverError)
        case ("invalid_request", _): .internal(.internalErrorInvalidRequest)
        case ("invalid_client", _): .internal(.internalErrorInvalidClient)
        case ("invalid_grant", _): .internal(.internalErrorInvalidGrant)
        case ("invalid_scope", _): .internal(.internalErrorInvalidScope)
        case ("unauthorized_client", _): .internal(.internalErrorUnauthorizedClient)
        case ("invalid_instance", _): .internal(.internalErrorFailedAuthorityValidation)
        default: .internal(.internalErrorAuthorizationFailed)
        }
    }

    /// The code for the SDK's own code.
    static func code(of error: AuthError) -> Delivered {
        switch error.code {
        case .interactionRequired: .named(.interactionRequired)
        case .serverDeclinedScopes: .named(.serverDeclinedScopes)
        case .userCanceled, .canceled: .named(.userCanceled)
        case .server, .throttled: .internal(.internalErrorUnhandledResponse)
        // A redirect that belongs to another sign-in comes from the user agent, all other responses from the server.
        case .invalidResponse:
            .internal(error.origin == .userAgent ? .internalErrorInvalidState : .internalErrorInvalidResponse)
        case .configuration: .internal(setupCode(of: error) ?? .internalErrorInvalidParameter)
        case .ambiguousAccount: .internal(.internalErrorAmbiguousAccount)
        case .accountMismatch: .internal(.internalErrorMismatchedUser)
        case .userAgentUnavailable: .internal(.internalErrorNoViewController)
        default: .internal(.internalErrorUnexpected)
        }
    }

    /// The number of an error in the redirect URI or in Info.plist; nil for any other error.
    private static func setupCode(of error: AuthError) -> MSALInternalError? {
        (error.cause as? SetupFinding)?.msalInternalCode.flatMap(MSALInternalError.init(rawValue:))
    }
}
