import KeyfobBrokerProtocol
import KeyfobCore

extension PublicClientApplication {
    /// Takes a URL that the operating system has handed to the app, if it is a broker's reply.
    ///
    /// Call it from `application(_:open:options:)`, and from `scene(_:openURLContexts:)` for each context; an app that has
    /// both delegates calls it from both, and a URL that comes twice is handled once. If the system ended the app while
    /// the broker was in front, the reply to that run's request is taken too: its tokens go into the store, and
    /// ``resumedReply()`` tells what came of it. It belongs to an application of the same client, redirect URI and access
    /// group.
    ///
    /// - Parameters:
    ///   - url: as it came.
    ///   - sourceApplication: who has opened it (`UIApplication.OpenURLOptionsKey.sourceApplication`); nil if the system
    ///     does not say. A URL of another app than the broker is not taken.
    /// - Returns: whether it was the SDK's; if not, the app looks further.
    @discardableResult
    public func handleResponse(_ url: String, sourceApplication: String?) -> Bool {
        guard let access = environment.broker else { return false }
        if access.handleResponse(url, sourceApplication: sourceApplication) { return true }
        guard let state = access.savedRequest(answeredBy: url, sourceApplication, now: environment.clock.unixSeconds),
            state.dialect == .msal,
            state.clientID.lowercased() == configuration.clientID.lowercased(),
            state.redirectURI.utf8.elementsEqual(configuration.redirectURI.value.utf8),
            state.keychainGroup == configuration.accessGroup.name
        else { return false }
        guard access.exchange.claim(url: url) else { return true }
        // At once, and not when the work is done: a second URL must find nothing that it could answer.
        access.forget()
        access.exchange.keep(Task { await self.resume(url, state, access) })
        return true
    }

    /// What came of the reply to a request of the app's earlier run, once: nil if there was none.
    public func resumedReply() async -> ResumedReply? { await environment.broker?.exchange.takeResumed()?.value }

    private func resume(_ url: String, _ state: BrokerResumeState, _ access: BrokerAccess) async -> ResumedReply {
        do throws(AuthError) {
            let reply = try access.open(
                url, state, log: { self.log(.warning, $0, correlationID: state.correlationID) })
            let result = try await take(reply, BrokerRequestFacts(state))
            log(
                .info, "The reply to a request of the app's earlier run was taken.", correlationID: state.correlationID)
            return .token(result)
        } catch {
            log(
                .error, "The reply to a request of the app's earlier run failed: \(error.code).",
                correlationID: state.correlationID)
            return .failure(error)
        }
    }
}
