import KeyfobBrokerClient
import KeyfobBrokerProtocol
public import KeyfobCore

extension BrokerSignIn {
    /// Handles a URL that the operating system passed to the app, if it is a broker's response.
    func handleResponse(_ url: String, sourceApplication: String?) -> Bool {
        guard let access = environment.broker else { return false }
        if access.handleResponse(url, sourceApplication: sourceApplication) { return true }
        guard let state = access.savedRequest(answeredBy: url, sourceApplication, now: environment.clock.unixSeconds),
            state.dialect == .msal,
            state.clientID.lowercased() == configuration.clientID.lowercased(),
            state.redirectURI.utf8.elementsEqual(configuration.redirectURI.value.utf8),
            state.keychainGroup == configuration.accessGroup.name
        else { return false }
        guard access.exchange.claim(url: url) else { return true }
        // Now, and not when the task is done: a second URL must find no stored request.
        access.forget()
        access.exchange.keep(Task { await self.resume(url, state, access) })
        return true
    }

    /// The outcome of the response to a request of the app's earlier run.
    func resumedResponse() async -> ResumedResponse? {
        await environment.broker?.exchange.takeResumed(ResumedResponse.self)?.value
    }

    /// Whether a URL is awaited.
    func prospect(of url: String, sourceApplication: String?) -> BrokerResponseMatch {
        BrokerResponseMatch(environment.broker, url, sourceApplication, now: environment.clock.unixSeconds)
    }

    private func resume(_ url: String, _ state: BrokerResumeState, _ access: BrokerAccess) async -> ResumedResponse {
        do throws(AuthError) {
            let reply = try access.open(
                url, state, unstored: { self.log(.warning, "\(euii: $0.message)", correlationID: state.correlationID) })
            let result = try await intake.take(reply, BrokerRequestFacts(state))
            log(
                .info, "The response to an earlier run's request was handled.", correlationID: state.correlationID)
            return .token(result)
        } catch {
            log(
                .error, "The response to an earlier run's request failed: \(error.code).",
                correlationID: state.correlationID)
            return .failure(error)
        }
    }
}

/// The outcome of a response to a request of an earlier run of the app, which the system had ended while the broker was
/// in front.
public enum ResumedResponse: Sendable {
    /// Tokens of the version 2 endpoints; they are in the store.
    case token(TokenResult)
    /// A token of the version 1 endpoints; it is in ADAL's cache.
    case adal(ADALResult)
    /// An error.
    case failure(AuthError)
}
