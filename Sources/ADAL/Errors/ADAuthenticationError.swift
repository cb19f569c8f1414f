public import Foundation
public import KeyfobCore

/// The error of ADAL's calls: an `NSError` of one of the `AD...Domain`s, or of `NSURLErrorDomain`.
///
/// It never contains a token, a code or a password.
#if canImport(ObjectiveC)
@objc(ADAuthenticationError)
#endif
// Immutable, as NSError is: no property is set after its initializer. A subclass is responsible for its own properties.
open class ADAuthenticationError: NSError, @unchecked Sendable {
    private let serverCode: String?
    private let details: String?

    /// The server's `error` (RFC 6749 section 5.2); nil if no server returned an error.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var protocolCode: String? { serverCode }
    /// A description of the error and of its remedy.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var errorDetails: String? { details }
    /// The underlying error of Keyfob, with more details than ADAL had.
    public let authError: AuthError?

    /// Makes an error, for example in an app's test.
    public init(
        domain: String = ADAuthenticationErrorDomain, code: ADErrorCode, protocolCode: String? = nil,
        errorDetails: String? = nil, userInfo: [String: Any] = [:]
    ) {
        serverCode = protocolCode
        details = errorDetails
        authError = nil
        super.init(domain: domain, code: code.rawValue, userInfo: Self.described(userInfo, errorDetails))
    }

    init(
        domain: String, number: Int, protocolCode: String?, userInfo: [String: Any], authError: AuthError
    ) {
        let details = [authError.message, authError.remedy].compactMap { $0 }.joined(separator: " ")
        serverCode = protocolCode
        self.details = details
        self.authError = authError
        super.init(domain: domain, code: number, userInfo: Self.described(userInfo, details))
    }

    /// Makes an error with any number, as `NSError` does.
    public override init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {
        serverCode = nil
        details = nil
        authError = nil
        super.init(domain: domain, code: code, userInfo: dict)
    }

    /// Errors are not archived.
    public required init?(coder: NSCoder) { nil }

    private static func described(_ userInfo: [String: Any], _ details: String?) -> [String: Any] {
        var out = userInfo
        if let details, out[NSLocalizedDescriptionKey] == nil { out[NSLocalizedDescriptionKey] = details }
        return out
    }

    static func invalidArgument(_ details: String) -> ADAuthenticationError {
        ADAuthenticationError(code: .ERROR_DEVELOPER_INVALID_ARGUMENT, errorDetails: details)
    }
}
