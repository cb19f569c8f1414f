#if (os(iOS) || os(macOS)) && canImport(AuthenticationServices)
import AuthenticationServices
import Foundation
import KeyfobBrokerClient

/// The single sign-on extension that a device's management has set up for a provider: Microsoft Authenticator's on iOS,
/// Company Portal's on macOS. The system names the calling app to it. Compiled against stubs, never run.
struct SystemSingleSignOn: SingleSignOnExtension {
    /// The window over which the extension shows its pages.
    let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    func isAvailable(for url: String) async -> Bool {
        guard let url = URL(string: url) else { return false }
        return await MainActor.run {
            ASAuthorizationSingleSignOnProvider(identityProvider: url).canPerformAuthorization
        }
    }

    func perform(
        _ operation: String, options: [String: String], at url: String, mayInteract: Bool
    ) async throws(SingleSignOnError) -> [String: String] {
        guard let url = URL(string: url) else { throw .notHandled }
        let authorization = await SystemAuthorization(
            operation, options: options, at: url, mayInteract: mayInteract, anchor: anchor)
        let outcome = await withTaskCancellationHandler {
            await authorization.outcome()
        } onCancel: {
            Task { @MainActor in authorization.cancel() }
        }
        return try outcome.get()
    }
}

/// One request. It is isolated to the main actor, as the framework requires.
@MainActor
private final class SystemAuthorization: NSObject {
    typealias Outcome = Result<[String: String], SingleSignOnError>

    private let controller: ASAuthorizationController
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private var waiting: CheckedContinuation<Outcome, Never>?
    private var isCanceled = false

    init(
        _ operation: String, options: [String: String], at url: URL, mayInteract: Bool,
        anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
        let request = ASAuthorizationSingleSignOnProvider(identityProvider: url).createRequest()
        request.requestedOperation = ASAuthorization.OpenIDOperation(rawValue: operation)
        request.authorizationOptions = options.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0, value: $1) }
        request.isUserInterfaceEnabled = mayInteract
        controller = ASAuthorizationController(authorizationRequests: [request])
        self.anchor = anchor
    }

    /// Sends the request, and waits for the response.
    func outcome() async -> Outcome {
        guard !isCanceled else { return .failure(.canceled) }
        controller.delegate = self
        controller.presentationContextProvider = self
        return await withCheckedContinuation { continuation in
            waiting = continuation
            controller.performRequests()
        }
    }

    func cancel() {
        isCanceled = true
        controller.cancel()
        end(.failure(.canceled))
    }

    /// Ends the request with the response or the cancellation, whichever is first.
    private func end(_ outcome: Outcome) {
        waiting?.resume(returning: outcome)
        waiting = nil
    }
}

extension SystemAuthorization: ASAuthorizationControllerDelegate {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let credential = authorization.credential as? ASAuthorizationSingleSignOnCredential,
            let answer = credential.authenticatedResponse
        else { return end(.failure(.failed)) }
        var fields: [String: String] = [:]
        for (name, value) in answer.allHeaderFields {
            if let name = name as? String, let value = value as? String { fields[name] = value }
        }
        end(.success(fields))
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        end(.failure(SingleSignOnError(system: error)))
    }
}

extension SystemAuthorization: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { anchor() }
}

extension SingleSignOnError {
    /// Maps the system's error.
    ///
    /// -6000 of the framework's domain is a failure of the extension; its underlying error is mapped.
    fileprivate init(system error: any Error) {
        let error = error as NSError
        guard error.domain == ASAuthorizationErrorDomain else {
            self = .failed
            return
        }
        if error.code == -6000, let beneath = error.userInfo[NSUnderlyingErrorKey] as? NSError {
            // One level only, since an error could contain itself.
            self = beneath.domain == ASAuthorizationErrorDomain ? Self(code: beneath.code) : .failed
        } else {
            self.init(code: error.code)
        }
    }

    private init(code: Int) {
        switch ASAuthorizationError.Code(rawValue: code) {
        case .canceled: self = .canceled
        case .notHandled: self = .notHandled
        case .notInteractive: self = .interactionRequired
        default: self = .failed
        }
    }
}
#endif
