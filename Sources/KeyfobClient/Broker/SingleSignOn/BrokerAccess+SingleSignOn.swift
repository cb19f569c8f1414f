import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows

extension BrokerAccess {
    /// What came of asking the single sign-on extension.
    enum ExtensionAnswer: Sendable {
        /// It has answered.
        case reply(SingleSignOnReply)
        /// There is none, or it does not take this request: somebody else is to be asked.
        case notHandled
        /// It failed.
        case failure(AuthError)
    }

    /// Asks the single sign-on extension.
    ///
    /// - Parameters:
    ///   - request: what.
    ///   - authority: for whose address.
    func ask(_ request: SingleSignOnRequest, at authority: Authority) async -> ExtensionAnswer {
        guard let singleSignOn else { return .notHandled }
        let url = authority.singleSignOnURL
        let operation = request.operation
        let outcome: Result<[String: String], SingleSignOnFailure> = await limited(operation.mayAskPerson) {
            do throws(SingleSignOnFailure) {
                return .success(
                    try await singleSignOn.perform(
                        operation.rawValue, options: request.dictionary, at: url, mayAskPerson: operation.mayAskPerson))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let dictionary):
            do throws(BrokerMessageError) {
                return .reply(try SingleSignOnReply(dictionary, answering: operation))
            } catch {
                return .failure(Self.unreadable(error, request.correlationID))
            }
        case .failure(.notHandled): return .notHandled
        case .failure(let failure): return .failure(Self.error(failure, request.correlationID))
        }
    }

    /// A silent request has a limit, so that a person who waits for the app does not wait for a broker that hangs.
    private func limited(
        _ isInteractive: Bool,
        _ work: @escaping @Sendable () async -> Result<[String: String], SingleSignOnFailure>
    ) async -> Result<[String: String], SingleSignOnFailure> {
        guard !isInteractive else { return await work() }
        let pause = pause
        let limit = silentTimeout
        return await withTaskGroup(of: Result<[String: String], SingleSignOnFailure>?.self) { group in
            group.addTask { await work() }
            group.addTask {
                do throws(AuthError) {
                    try await pause.wait(seconds: limit)
                    return .failure(.timedOut)
                } catch {
                    return nil
                }
            }
            var first: Result<[String: String], SingleSignOnFailure>?
            while first == nil, let outcome = await group.next() { first = outcome }
            group.cancelAll()
            return first ?? .failure(.canceled)
        }
    }

    private static func unreadable(_ error: BrokerMessageError, _ correlationID: String) -> AuthError {
        AuthError(
            .brokerFailed, origin: .broker, message: "The single sign-on extension's answer cannot be read: \(error)",
            remedy: "Update the broker; if it stays, look into its log.", correlationID: correlationID, cause: error)
    }

    private static func error(_ failure: SingleSignOnFailure, _ correlationID: String) -> AuthError {
        var error: AuthError
        switch failure {
        case .canceled:
            error = AuthError(
                .userCanceled, origin: .broker, message: "The person went away from the broker's page.",
                remedy: "Sign in again if the person still wants to.")
        case .needsPerson: error = .interactionRequired("The broker needs the person.", origin: .broker)
        case .timedOut:
            error = AuthError(
                .brokerFailed, origin: .broker, message: "The single sign-on extension did not answer in time.",
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
