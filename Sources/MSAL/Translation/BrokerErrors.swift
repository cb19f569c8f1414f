import Foundation
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore

/// What MSAL makes of a broker's failures, and of those between the app and the broker.
enum BrokerErrors {
    /// The numbers of MSAL's domain that go through as they are.
    private static let named: [Int: MSALError] = [
        MSALError.workplaceJoinRequired, .interactionRequired, .serverDeclinedScopes, .serverProtectionPoliciesRequired,
        .userCanceled, .serverInvalidRequestResetPasswordRequired,
    ].reduce(into: [:]) { $0[$1.rawValue] = $1 }

    /// MSAL's code; nil if the error has nothing to do with a broker.
    static func code(of error: AuthError) -> ErrorCodes.Delivered? {
        if let fault = error.cause as? BrokerFault {
            return .internal(MSALInternalError(rawValue: fault.msalInternalCode) ?? .internalErrorBrokerUnknown)
        }
        if let failure = error.cause as? BrokerFailure, failure.domain == BrokerFailure.msalDomain,
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

    /// A broker's own error, where MSAL changes nothing of it but the domain's unknown numbers: those become its internal
    /// error, with the number underneath, and other domains stay as they are. nil for every other error, and where nobody
    /// says whose number it is.
    static func passed(_ error: AuthError, _ info: [String: Any]) -> NSError? {
        guard let failure = error.cause as? BrokerFailure, failure.code != 0, !failure.domain.isEmpty else {
            return nil
        }
        guard failure.domain == BrokerFailure.msalDomain else {
            return NSError(domain: failure.domain, code: failure.code, userInfo: info)
        }
        guard named[failure.code] == nil else { return nil }
        var info = info
        info[MSALInternalErrorCodeKey] = failure.code
        return NSError(domain: MSALErrorDomain, code: MSALError.internal.rawValue, userInfo: info)
    }

    /// What the broker says of itself, of whose sign-in it was, and of the provider's answer.
    static func add(_ failure: BrokerFailure, to info: inout [String: Any]) {
        if let username = failure.username { info[MSALDisplayableUserIdKey] = username }
        if let identifier = failure.homeAccountID { info[MSALHomeAccountIdKey] = identifier }
        if let version = failure.brokerVersion { info[MSALBrokerVersionKey] = version }
        if !failure.headerFields.isEmpty { info[MSALHTTPHeadersKey] = failure.headerFields }
    }
}
