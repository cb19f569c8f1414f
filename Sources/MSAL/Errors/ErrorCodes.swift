import KeyfobClient
import KeyfobCore
import KeyfobOAuth
import KeyfobSetup

/// Selects MSAL's code for an error.
enum ErrorCodes {
    /// A code that is delivered as such, or a number under ``MSALError/internal``.
    enum Delivered {
        case named(MSALError)
        case `internal`(MSALInternalError)
    }

    /// The code for a server's error; nil if the SDK's own code is enough.
    static func code(
        of server: AuthError.ServerDetails, _ code: AuthError.Code, _ call: ErrorTranslation.Call
    ) -> Delivered? {
        if ProtectionPolicySuberror.matches(server.suberror) { return .named(.serverProtectionPoliciesRequired) }
        if server.error == "invalid_request", server.codes.contains(50142) {
            return .named(.serverInvalidRequestResetPasswordRequired)
        }
        switch code {
        case .interactionRequired, .serverDeclinedScopes, .userCanceled, .canceled, .accountMismatch: return nil
        default: break
        }
        if !server.isReadByMicrosoftLibraries { return .internal(.internalErrorUnhandledResponse) }
        if server.error.isEmpty { return code == .invalidResponse ? nil : .internal(.internalErrorUnhandledResponse) }
        // Of the errors in response to a silent call, only those that no sign-in fixes are unchanged.
        if call == .silent, server.error != "invalid_scope", server.error != "invalid_client" {
            return .named(.interactionRequired)
        }
        return .internal(internalCode(ofOAuth: server))
    }

    /// The number of an OAuth error (RFC 6749 sections 4.1.2.1 and 5.2).
    static func internalCode(ofOAuth server: AuthError.ServerDetails) -> MSALInternalError {
        switch server.error {
        case "invalid_request": .internalErrorInvalidRequest
        case "invalid_client": .internalErrorInvalidClient
        case "invalid_grant": .internalErrorInvalidGrant
        case "invalid_scope": .internalErrorInvalidScope
        case "unauthorized_client": .internalErrorUnauthorizedClient
        case "invalid_instance": .internalErrorFailedAuthorityValidation
        default: .internalErrorAuthorizationFailed
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
