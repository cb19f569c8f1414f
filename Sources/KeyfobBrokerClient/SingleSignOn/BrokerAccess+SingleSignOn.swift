package import KeyfobBrokerProtocol
package import KeyfobCore
import KeyfobFlows

extension BrokerAccess {
    /// The outcome of a request to the single sign-on extension.
    package enum ExtensionResult: Sendable {
        /// The extension's response.
        case reply(SingleSignOnResponse)
        /// There is no extension, or it does not handle this request; the next step of the route follows.
        case notHandled
        /// The request failed.
        case failure(AuthError)
    }

    /// Sends a request to the single sign-on extension.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - authority: the authority, whose URL selects the extension.
    package func ask(_ request: SingleSignOnRequest, at authority: Authority) async -> ExtensionResult {
        guard let singleSignOn else { return .notHandled }
        let url = authority.singleSignOnURL
        let operation = request.operation
        let outcome: Result<[String: String], SingleSignOnError> = await limited(operation.mayInteract) {
            do throws(SingleSignOnError) {
                return .success(
                    try await singleSignOn.perform(
                        operation.rawValue, options: request.dictionary, at: url, mayInteract: operation.mayInteract))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let dictionary):
            do throws(BrokerMessageError) {
                return .reply(try SingleSignOnResponse(dictionary, answering: operation))
            } catch {
                return .failure(Self.unreadable(error, request.correlationID))
            }
        case .failure(.notHandled): return .notHandled
        case .failure(let failure): return .failure(Self.error(failure, request.correlationID))
        }
    }

    /// Runs a request, a silent one with a time limit, so that a user who waits for the app does not wait for a broker
    /// that hangs.
    private func limited(
        _ isInteractive: Bool,
        _ work: @escaping @Sendable () async -> Result<[String: String], SingleSignOnError>
    ) async -> Result<[String: String], SingleSignOnError> {
        guard !isInteractive else { return await work() }
        let pause = pause
        let limit = silentTimeout
        return await withTaskGroup(of: Result<[String: String], SingleSignOnError>?.self) { group in
            group.addTask { await work() }
            group.addTask {
                do throws(AuthError) {
                    try await pause.wait(seconds: limit)
                    return .failure(.timedOut)
                } catch {
                    return nil
                }
            }
            var first: Result<[String: String], SingleSignOnError>?
            while first == nil, let outcome = await group.next() { first = outcome }
            group.cancelAll()
            return first ?? .failure(.canceled)
        }
    }

    private static func unreadable(_ error: BrokerMessageError, _ correlationID: String) -> AuthError {
        AuthError(
            .brokerFailed, origin: .broker, message: "The single sign-on extension's response cannot be read: \(error)",
            remedy: "Update the broker; if it stays, look into its log.", correlationID: correlationID, cause: error)
    }

    private static func error(_ failure: SingleSignOnError, _ correlationID: String) -> AuthError {
        var error: AuthError
        switch failure {
        case .canceled:
            error = AuthError(
                .userCanceled, origin: .broker, message: "The user closed the broker's page.",
                remedy: "Sign in again if the user still wants to.")
        case .interactionRequired:
            error = AuthError(
                .interactionRequired, origin: .broker, message: "The broker requires the user.",
                remedy: "Call acquireToken, which lets the user sign in.")
        case .timedOut:
            error = AuthError(
                .brokerFailed, origin: .broker, message: "The single sign-on extension did not respond in time.",
                remedy: "Try again; if it stays, look into the broker's log.")
        case .failed, .notHandled:
            error = AuthError(
                .brokerFailed, origin: .broker, message: "The single sign-on extension failed.",
                remedy: "Try again; if it stays, look into the broker's log.")
        }
        error.correlationID = correlationID
        error.cause = failure
        return error
    }
}

extension Authority {
    /// The URL by which a single sign-on extension for the authority's provider is found.
    package var singleSignOnURL: String { "https://\(environment)/common" }
}
