// ASAuthorization.h, ASAuthorizationController.h, ASAuthorizationError.h, ASAuthorizationOpenIDRequest.h,
// ASAuthorizationSingleSignOnProvider.h, -Request.h, -Credential.h. A delegate's methods are optional there.
public import Foundation
#if canImport(FoundationNetworking)
// Where the stubs are compiled, HTTPURLResponse stands apart.
@_exported public import FoundationNetworking
#endif

public let ASAuthorizationErrorDomain = "com.apple.AuthenticationServices.AuthorizationError"

public struct ASAuthorizationError: Error {
    public enum Code: Int, Sendable {
        case unknown = 1000
        case canceled = 1001
        case invalidResponse = 1002
        case notHandled = 1003
        case failed = 1004
        case notInteractive = 1005
    }
}

public protocol ASAuthorizationCredential: NSObjectProtocol {}

open class ASAuthorization: NSObject {
    public struct OpenIDOperation: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    open var credential: any ASAuthorizationCredential { ASAuthorizationSingleSignOnCredential() }
}

open class ASAuthorizationSingleSignOnCredential: NSObject, ASAuthorizationCredential {
    open var authenticatedResponse: HTTPURLResponse? { nil }
}

open class ASAuthorizationRequest: NSObject {}

open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    open var requestedOperation = ASAuthorization.OpenIDOperation(rawValue: "login")
}

open class ASAuthorizationSingleSignOnRequest: ASAuthorizationOpenIDRequest {
    open var authorizationOptions: [URLQueryItem] = []
    open var isUserInterfaceEnabled = true
}

open class ASAuthorizationSingleSignOnProvider: NSObject {
    public convenience init(identityProvider url: URL) { self.init() }
    open func createRequest() -> ASAuthorizationSingleSignOnRequest { ASAuthorizationSingleSignOnRequest() }
    open var canPerformAuthorization: Bool { false }
}

@MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

open class ASAuthorizationController: NSObject {
    public init(authorizationRequests: [ASAuthorizationRequest]) {}
    open weak var delegate: (any ASAuthorizationControllerDelegate)?
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
    open func performRequests() {}
    open func cancel() {}
}
