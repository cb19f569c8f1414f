import Foundation
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore

/// Converts errors of a broker, and of the communication with it, to MSAL's.
enum BrokerErrors {
    /// The codes of MSAL's domain that are delivered unchanged.
    private static let named: [Int: MSALError] = [
        MSALError.workplaceJoinRequired, .interactionRequired, .serverDeclinedScopes, .serverProtectionPoliciesRequired,
        .userCanceled, .serverInvalidRequestResetPasswordRequired,
    ].reduce(into: [:]) { $0[$1.rawValue] = $1 }

    /// MSAL's code; nil if the error does not come from a broker.
    static func code(of error: AuthError) -> ErrorCodes.Delivered? {
        if let fault = error.cause as? BrokerExchangeError {
            return .internal(MSALInternalError(rawValue: fault.msalInternalCode) ?? .internalErrorBrokerUnknown)
        }
        if let failure = error.cause as? BrokerResponseError, failure.domain == BrokerResponseError.msalDomain,
            let code = named[failure.code]
        {
            return .named(code)
        }
        switch error.code {
        case .deviceRegistrationRequired: return .named(.workplaceJoinRequired)
        case .protectionPoliciesRequired: return .named(.serverProtectionPoliciesRequired)
        case .brokerFailed: return .internal(.internalErrorBrokerUnknown)
        default: return nil
        }
    }

    /// A broker's error, delivered as in MSAL: unknown codes of MSAL's domain become an internal error with that
    /// number, and errors of other domains are unchanged. nil for every other error, and for a broker's error without a
    /// domain or code.
    static func passed(_ error: AuthError, _ info: [String: Any]) -> NSError? {
        guard let failure = error.cause as? BrokerResponseError, failure.code != 0, !failure.domain.isEmpty else {
            return nil
        }
        guard failure.domain == BrokerResponseError.msalDomain else {
            return NSError(domain: failure.domain, code: failure.code, userInfo: info)
        }
        guard named[failure.code] == nil else { return nil }
        var info = info
        info[MSALInternalErrorCodeKey] = failure.code
        return NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue, userInfo: info)
    }

    /// Adds the broker's version, the account, and the provider's header fields.
    static func add(_ failure: BrokerResponseError, to info: inout [String: Any]) {
        if let username = failure.username { info[MSALDisplayableUserIdKey] = username }
        if let identifier = failure.homeAccountID { info[MSALHomeAccountIdKey] = identifier }
        if let version = failure.brokerVersion { info[MSALBrokerVersionKey] = version }
        if !failure.headerFields.isEmpty { info[MSALHTTPHeadersKey] = failure.headerFields }
    }
}
