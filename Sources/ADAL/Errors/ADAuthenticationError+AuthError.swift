import Foundation
import KeyfobADALClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

extension ADAuthenticationError {
    /// Converts an error of the client to ADAL's.
    ///
    /// - Parameters:
    ///   - isSilent: whether the call was silent.
    ///   - userID: the user of the call.
    convenience init(_ error: AuthError, isSilent: Bool, userID: String? = nil) {
        let place = Self.place(of: error, isSilent: isSilent)
        var userInfo: [String: Any] = [:]
        let failure = error.cause as? BrokerResponseError
        if let userID = failure?.username ?? userID { userInfo[ADUserIdKey] = userID }
        if let version = failure?.brokerVersion { userInfo[ADBrokerVersionKey] = version }
        var fields = failure?.headerFields ?? error.server?.headerFields ?? [:]
        if let suberror = error.server?.suberror { userInfo[ADSuberrorKey] = suberror }
        let isSaid = fields.keys.contains { $0.lowercased() == "retry-after" }
        // A cached error contains the remaining time, not the one that the server returned at first.
        if let seconds = error.retryAfter, failure == nil || !isSaid {
            fields["Retry-After"] = String(Int64(clamping: seconds.rounded(.up)))
        }
        if !fields.isEmpty { userInfo[ADHTTPHeadersKey] = fields }
        if let underlying = Self.underlying(error, place) { userInfo[NSUnderlyingErrorKey] = underlying }
        let name = error.server.flatMap { $0.error.isEmpty ? nil : $0.error }
        self.init(
            domain: place.domain, number: place.number, protocolCode: name, userInfo: userInfo, authError: error)
    }

    private typealias Place = (domain: String, number: Int)

    private static func place(of error: AuthError, isSilent: Bool) -> Place {
        if let fault = error.cause as? ADALClientError, let code = code(of: fault) {
            return (ADAuthenticationErrorDomain, code.rawValue)
        }
        if let place = placeOfBroker(error) { return place }
        if let status = error.cause as? KeychainStatus { return (ADKeychainErrorDomain, Int(status.rawValue)) }
        if let transport = error.cause as? TransportError, let number = transport.urlErrorNumber {
            return (NSURLErrorDomain, number)
        }
        if error.cause is TokenValidationError {
            return (ADAuthenticationErrorDomain, ADErrorCode.ERROR_SERVER_INVALID_ID_TOKEN.rawValue)
        }
        guard let code = code(of: error, isSilent: isSilent) else { return placeOfServer(error) }
        return (ADAuthenticationErrorDomain, code.rawValue)
    }

    private static func code(of fault: ADALClientError) -> ADErrorCode? {
        switch fault {
        case .authorityValidation: .ERROR_DEVELOPER_AUTHORITY_VALIDATION
        case .severalUsers: .ERROR_CACHE_MULTIPLE_USERS
        case .unsupportedAccount: .ERROR_SERVER_UNSUPPORTED_REQUEST
        case .insecureRedirect: .ERROR_SERVER_NON_HTTPS_REDIRECT
        case .noRefreshToken: nil
        }
    }

    /// nil where the server's error is more specific than a code of the SDK.
    private static func code(of error: AuthError, isSilent: Bool) -> ADErrorCode? {
        if ProtectionPolicySuberror.matches(error.server?.suberror) { return .ERROR_SERVER_PROTECTION_POLICY_REQUIRED }
        switch error.code {
        case .interactionRequired: return isSilent ? .ERROR_SERVER_USER_INPUT_NEEDED : nil
        case .userCanceled, .canceled: return .ERROR_UI_USER_CANCEL
        case .accountMismatch: return .ERROR_SERVER_WRONG_USER
        case .ambiguousAccount: return .ERROR_CACHE_MULTIPLE_USERS
        case .userAgentUnavailable: return .ERROR_UI_NO_MAIN_VIEW_CONTROLLER
        case .configuration: return error.server == nil ? .ERROR_DEVELOPER_INVALID_ARGUMENT : nil
        // ADAL read only the status of a response with another status.
        case .invalidResponse:
            return error.server?.isReadByMicrosoftLibraries != false ? .ERROR_SERVER_INVALID_RESPONSE : nil
        case .server, .throttled, .network: return nil
        default: return .ERROR_UNEXPECTED
        }
    }

    private static func placeOfServer(_ error: AuthError) -> Place {
        guard let server = error.server, !server.error.isEmpty else {
            guard let status = error.server?.status, status > 0 else {
                return (ADAuthenticationErrorDomain, ADErrorCode.ERROR_UNEXPECTED.rawValue)
            }
            return (ADHTTPErrorCodeDomain, status)
        }
        guard server.isReadByMicrosoftLibraries else { return (ADHTTPErrorCodeDomain, server.status) }
        // An error in a redirect has no status: it is the authorization endpoint's.
        let code: ADErrorCode = server.status == 0 ? .ERROR_SERVER_AUTHORIZATION_CODE : .ERROR_SERVER_OAUTH
        return (ADOAuthServerErrorDomain, code.rawValue)
    }

    /// The server's error, where the code only means that a user is needed.
    private static func underlying(_ error: AuthError, _ place: Place) -> ADAuthenticationError? {
        guard place == (ADAuthenticationErrorDomain, ADErrorCode.ERROR_SERVER_USER_INPUT_NEEDED.rawValue) else {
            return nil
        }
        guard let server = error.server, !server.error.isEmpty else {
            return ADAuthenticationError(code: .ERROR_CACHE_NO_REFRESH_TOKEN, errorDetails: error.message)
        }
        let isRejected = server.error == "invalid_grant"
        return ADAuthenticationError(
            domain: ADOAuthServerErrorDomain,
            code: isRejected ? .ERROR_SERVER_REFRESH_TOKEN_REJECTED : .ERROR_SERVER_OAUTH, protocolCode: server.error,
            errorDetails: error.message, userInfo: server.suberror.map { [ADSuberrorKey: $0] } ?? [:])
    }
}
