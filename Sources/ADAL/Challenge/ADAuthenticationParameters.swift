public import Foundation
import KeyfobCore
public import KeyfobOAuth
import KeyfobURLSession

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif
#if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
public import WebKit
#endif

/// Gets the parameters of a resource's challenge, or the error.
public typealias ADParametersCompletion = (ADAuthenticationParameters?, ADAuthenticationError?) -> Void

/// The authority and resource that a resource's 401 response names.
#if canImport(ObjectiveC)
@objc(ADAuthenticationParameters)
#endif
// Immutable; a subclass is responsible for its own properties.
open class ADAuthenticationParameters: NSObject, @unchecked Sendable {
    /// `authorization_uri`: the authority.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var authority: String? { parameters["authorization_uri"] }
    /// `resource_id`: the resource to request a token for.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var resource: String? { parameters["resource_id"] }
    private let parameters: [String: String]

    /// Every parameter of the Bearer challenge, by its name in lower case.
    #if canImport(ObjectiveC)
    @objc
    #endif
    open var extractedParameters: [AnyHashable: Any]? { parameters }

    /// Reads the response of a resource.
    ///
    /// - Parameters:
    ///   - response: the response to a request without a token.
    ///   - error: set to 209 if it is not a 401, 207 if it has no `WWW-Authenticate`, 208 if that is malformed, has no
    ///     Bearer challenge or two, or no `authorization_uri`.
    public convenience init?(from response: HTTPURLResponse, error: ADErrorPointer) {
        let header = response.value(forHTTPHeaderField: "WWW-Authenticate")
        let read = reporting(error) { () throws(ADAuthenticationError) in
            try Self.parameters(status: response.statusCode, header: header)
        }
        guard let read else { return nil }
        self.init(read)
    }

    /// Reads a `WWW-Authenticate` header.
    ///
    /// - Parameters:
    ///   - authenticateHeader: the field's value.
    ///   - error: set to 207 if it is empty, 208 if it is malformed.
    public convenience init?(fromResponseAuthenticateHeader authenticateHeader: String, error: ADErrorPointer) {
        let read = reporting(error) { () throws(ADAuthenticationError) in
            try Self.parameters(status: 401, header: authenticateHeader)
        }
        guard let read else { return nil }
        self.init(read)
    }

    private init(_ parameters: [String: String]) {
        self.parameters = parameters
        super.init()
    }

    /// Sends a resource a request without a token, and reads its response.
    ///
    /// The completion block is called once, on any thread, with the parameters or the error: 100 if the address is not
    /// an https URL, 207 to 209 if the response cannot be used, or the network's error.
    @preconcurrency
    open class func parameters(
        fromResourceUrl resourceUrl: URL,
        completionBlock: @escaping @Sendable (ADAuthenticationParameters?, ADAuthenticationError?) -> Void
    ) {
        Task {
            do throws(ADAuthenticationError) {
                let seconds = Double(ADAuthenticationSettings.sharedInstance().requestTimeOut)
                let transport = URLSessionTransport(timeoutSeconds: seconds)
                completionBlock(try await parameters(fromResourceUrl: resourceUrl, transport: transport), nil)
            } catch {
                completionBlock(nil, error)
            }
        }
    }

    /// Sends a resource a request without a token, and reads its response.
    ///
    /// - Returns: the parameters or the error: 100 if the address is not an https URL, 207 to 209 if the response cannot
    ///   be used, or the network's error.
    open class func parameters(
        fromResourceUrl resourceUrl: URL
    ) async -> (ADAuthenticationParameters?, ADAuthenticationError?) {
        await withCheckedContinuation { continuation in
            parameters(fromResourceUrl: resourceUrl) { continuation.resume(returning: ($0, $1)) }
        }
    }

    /// Sends a resource a request without a token by the app's own transport, and reads its response.
    ///
    /// - Parameters:
    ///   - resourceUrl: its address.
    ///   - transport: sends the request.
    /// - Throws: 100 if the address is not an https URL, 207 to 209 if the response cannot be used, or the network's
    ///   error.
    public static func parameters(
        fromResourceUrl resourceUrl: URL, transport: any HTTPTransport
    ) async throws(ADAuthenticationError) -> ADAuthenticationParameters {
        guard let url = HTTPURL(resourceUrl.absoluteString) else {
            throw .invalidArgument("The resource's address is not a URL. Pass an absolute https URL.")
        }
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(.get(url))
        } catch {
            throw ADAuthenticationError(AuthError(error), isSilent: true)
        }
        return ADAuthenticationParameters(
            try parameters(status: response.status, header: response.fields["WWW-Authenticate"]))
    }

    #if canImport(WebKit) && (canImport(UIKit) || canImport(AppKit))
    /// The configuration that an app's `webView` should have: one that stores no cookies.
    #if canImport(ObjectiveC)
    @objc(defaultWKWebviewConfiguration)
    #endif
    @preconcurrency @MainActor
    open class func defaultWKWebviewConfiguration() -> WKWebViewConfiguration {
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        return configuration
    }
    #endif

    private static func parameters(
        status: Int?, header: String?
    ) throws(ADAuthenticationError) -> [String: String] {
        guard status == 401 else {
            throw ADAuthenticationError(
                code: .ERROR_SERVER_UNAUTHORIZED_CODE_EXPECTED,
                errorDetails: "The resource did not respond with 401, so it names no authority.")
        }
        guard let header, !header.allSatisfy(\.isWhitespace) else {
            throw ADAuthenticationError(
                code: .ERROR_SERVER_MISSING_AUTHENTICATE_HEADER,
                errorDetails: "The resource's response has no WWW-Authenticate header.")
        }
        let bearers = AuthenticationChallenge.parse(header).filter { $0.isOf("Bearer") }
        guard bearers.count == 1, let challenge = bearers.first else {
            throw malformed("it is malformed, or has no Bearer challenge or more than one")
        }
        guard let text = challenge.parameters["authorization_uri"], HTTPURL(text) != nil else {
            throw malformed("its authorization_uri is missing or not a URL")
        }
        return challenge.parameters
    }

    private static func malformed(_ why: String) -> ADAuthenticationError {
        ADAuthenticationError(
            code: .ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT,
            errorDetails: "The resource's WWW-Authenticate header cannot be used: \(why).")
    }
}
