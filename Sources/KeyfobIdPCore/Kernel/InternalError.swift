import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE

/// An error of the provider itself, as its operator may read it.
package struct InternalError: Sendable {
    /// The kind of the error: its type, and its code if it has one.
    package let kind: String
    /// What happened, as a sentence without secrets; empty where only the kind is known to contain none.
    package let message: String
    /// The next step, if there is advice.
    package let remedy: String?
    /// The endpoint of the request; nil outside of a route.
    package let endpoint: Endpoint?
    /// The correlation id in the response; nil outside of a request.
    package let correlationID: String?
    /// The response's `x-ms-request-id`.
    package let requestID: String?

    /// Describes an error. The texts of other libraries' errors may repeat values, so only their types are kept.
    package init(
        _ error: any Error, at endpoint: Endpoint? = nil, correlationID: String? = nil, requestID: String? = nil
    ) {
        self.endpoint = endpoint
        self.correlationID = correlationID
        self.requestID = requestID
        var kind = String(reflecting: type(of: error))
        var (message, remedy): (String, String?) = ("", nil)
        switch error {
        case let error as AuthError:
            kind = "AuthError.\(error.code)"
            (message, remedy) = (error.message, error.remedy)
        case let error as CryptoError: message = error.message
        case let error as JOSEError: message = error.message
        default: break
        }
        self.kind = kind
        self.message = message
        self.remedy = remedy
    }
}
