public import Foundation
import KeyfobCore
public import KeyfobOAuth
import KeyfobURLSession

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Gets the parameters of a resource's challenge, or the error.
public typealias ADParametersCompletion = @Sendable (ADAuthenticationParameters?, ADAuthenticationError?) -> Void

/// The authority and resource that a resource's 401 response names.
#if canImport(ObjectiveC)
@objc(ADAuthenticationParameters)
#endif
public final class ADAuthenticationParameters: NSObject, Sendable {
    /// `authorization_uri`: the authority.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let authority: String?
    /// `resource_id`: the resource to request a token for.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public let resource: String?
    private let parameters: [String: String]

    /// Every parameter of the Bearer challenge, by its name in lower case.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var extractedParameters: [String: String]? { parameters }

    /// Reads the response of a resource.
    ///
    /// - Parameters:
    ///   - response: the response to a request without a token.
    ///   - error: set to 209 if it is not a 401, 207 if it has no `WWW-Authenticate`, 208 if that is malformed, has no
    ///     Bearer challenge or two, or no `authorization_uri`.
    public convenience init?(from response: HTTPURLResponse?, error: ADErrorPointer) {
        let header = response?.value(forHTTPHeaderField: "WWW-Authenticate")
        let read = reporting(error) { () throws(ADAuthenticationError) in
            try Self.parameters(status: response?.statusCode, header: header)
        }
        guard let read else { return nil }
        self.init(read)
    }

    /// Reads a `WWW-Authenticate` header.
    ///
    /// - Parameters:
    ///   - authenticateHeader: the field's value.
    ///   - error: set to 207 if it is empty, 208 if it is malformed.
    public convenience init?(fromResponseAuthenticateHeader authenticateHeader: String?, error: ADErrorPointer) {
        let read = reporting(error) { () throws(ADAuthenticationError) in
            try Self.parameters(status: 401, header: authenticateHeader)
        }
        guard let read else { return nil }
        self.init(read)
    }

    private init(_ parameters: [String: String]) {
        self.parameters = parameters
        authority = parameters["authorization_uri"]
        resource = parameters["resource_id"]
    }

    /// Sends a resource a request without a token, and reads its response.
    #if canImport(ObjectiveC)
    @objc(parametersFromResourceUrl:completionBlock:)
    #endif
    @preconcurrency
    public static func parameters(
        fromResourceUrl resourceUrl: URL?, completionBlock: @escaping ADParametersCompletion
    ) {
        Task {
            do throws(ADAuthenticationError) {
                completionBlock(try await parameters(fromResourceUrl: resourceUrl, transport: nil), nil)
            } catch {
                completionBlock(nil, error)
            }
        }
    }

    /// Sends a resource a request without a token, and reads its response.
    ///
    /// - Parameters:
    ///   - resourceUrl: its address.
    ///   - transport: sends the request; nil means `URLSession`.
    /// - Throws: 100 if the address is not an https URL, 207 to 209 if the response cannot be used, or the network's
    ///   error.
    public static func parameters(
        fromResourceUrl resourceUrl: URL?, transport: (any HTTPTransport)? = nil
    ) async throws(ADAuthenticationError) -> ADAuthenticationParameters {
        guard let url = resourceUrl.flatMap({ HTTPURL($0.absoluteString) }) else {
            throw .invalidArgument("The resource's address is not a URL. Pass an absolute https URL.")
        }
        let seconds = Double(ADAuthenticationSettings.sharedInstance().requestTimeOut)
        let transport = transport ?? URLSessionTransport(timeoutSeconds: seconds)
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(.get(url))
        } catch {
            throw ADAuthenticationError(AuthError(error), isSilent: true)
        }
        return ADAuthenticationParameters(
            try parameters(status: response.status, header: response.fields["WWW-Authenticate"]))
    }

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
