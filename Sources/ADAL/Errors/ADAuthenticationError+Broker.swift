import Foundation
import KeyfobBrokerProtocol
import KeyfobCore

extension ADAuthenticationError {
    /// The domain and number of an error of a broker, or of the communication with it; nil for any other error.
    ///
    /// A broker's own numbers are ADAL's, in a separate domain; but a cancellation by the user gets the same code as on
    /// any page. A provider's error that the broker forwards keeps its domain: an HTTP status or an OAuth error.
    static func placeOfBroker(_ error: AuthError) -> (domain: String, number: Int)? {
        if let fault = error.cause as? BrokerExchangeError { return (ADAuthenticationErrorDomain, fault.adalCode) }
        if let failure = error.cause as? BrokerResponseError {
            if failure.code != 0, [ADHTTPErrorCodeDomain, ADOAuthServerErrorDomain].contains(failure.domain) {
                return (failure.domain, failure.code)
            }
            if error.code == .userCanceled {
                return (ADAuthenticationErrorDomain, ADErrorCode.ERROR_UI_USER_CANCEL.rawValue)
            }
            if failure.domain == BrokerResponseError.networkDomain { return (NSURLErrorDomain, failure.code) }
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
