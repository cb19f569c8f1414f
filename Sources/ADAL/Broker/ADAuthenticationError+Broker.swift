import Foundation
import KeyfobBrokerProtocol
import KeyfobCore

extension ADAuthenticationError {
    /// Domain and number of what went wrong at a broker, or between the app and it; nil if the error has nothing to do
    /// with one.
    ///
    /// A broker's own numbers are ADAL's, in a domain of their own; but who goes back has cancelled, as on any page. What it
    /// passes on of the provider keeps its domain: a status of HTTP, an error of OAuth.
    static func placeOfBroker(_ error: AuthError) -> (domain: String, number: Int)? {
        if let fault = error.cause as? BrokerFault { return (ADAuthenticationErrorDomain, fault.adalCode) }
        if let failure = error.cause as? BrokerFailure {
            if failure.code != 0, [ADHTTPErrorCodeDomain, ADOAuthServerErrorDomain].contains(failure.domain) {
                return (failure.domain, failure.code)
            }
            if error.code == .userCanceled {
                return (ADAuthenticationErrorDomain, ADErrorCode.ERROR_UI_USER_CANCEL.rawValue)
            }
            if failure.domain == BrokerFailure.networkDomain { return (NSURLErrorDomain, failure.code) }
            let number = failure.code == 0 ? ADErrorCode.ERROR_TOKENBROKER_UNKNOWN.rawValue : failure.code
            return (ADBrokerResponseErrorDomain, number)
        }
        switch error.code {
        case .brokerFailed: return (ADAuthenticationErrorDomain, ADErrorCode.ERROR_TOKENBROKER_UNKNOWN.rawValue)
        case .deviceRegistrationRequired:
            return (ADAuthenticationErrorDomain, ADErrorCode.ERROR_SERVER_WPJ_REQUIRED.rawValue)
        case .protectionPoliciesRequired:
            return (ADAuthenticationErrorDomain, ADErrorCode.ERROR_SERVER_PROTECTION_POLICY_REQUIRED.rawValue)
        default: return nil
        }
    }
}
