package import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
package import KeyfobClient
import KeyfobCore
import KeyfobSetup

extension ADALClient {
    /// Handles a URL that the operating system passed to the app, if it is a broker's response; see
    /// ``PublicClientApplication/handleResponse(_:sourceApplication:)``. A response to a request of the app's earlier
    /// run needs a client with the same ``ClientEnvironment/keychainGroup``.
    ///
    /// - Parameters:
    ///   - url: the URL, unchanged.
    ///   - sourceApplication: the app that opened it; nil if the system does not state it.
    /// - Returns: whether the URL was for the SDK.
    @discardableResult
    package func handleResponse(_ url: String, sourceApplication: String?) -> Bool {
        guard let access = environment.broker else { return false }
        if access.handleResponse(url, sourceApplication: sourceApplication) { return true }
        guard let state = access.savedRequest(answeredBy: url, sourceApplication, now: environment.clock.unixSeconds),
            state.dialect == .adal, state.keychainGroup == environment.keychainGroup,
            let resource = state.resource
        else { return false }
        guard access.exchange.claim(url: url) else { return true }
        access.forget()
        var request = ADALRequest(
            authority: state.authority, clientID: state.clientID,
            appIdentifier: access.facts.bundleID ?? state.redirectURI, resource: resource)
        request.user = state.username.flatMap { ADALCacheUserIdentifier($0, kind: .init(state.userKind)) }
        request.correlationID = state.correlationID
        let asked = request
        access.exchange.keep(Task { await self.resume(url, state, asked, access) })
        return true
    }

    /// The outcome of the response to a request of the app's earlier run. It is returned once; nil if there was none.
    package func resumedResponse() async -> ResumedResponse? {
        await environment.broker?.exchange.takeResumed(ResumedResponse.self)?.value
    }

    private func resume(
        _ url: String, _ state: BrokerResumeState, _ request: ADALRequest, _ access: BrokerAccess
    ) async -> ResumedResponse {
        do throws(AuthError) {
            return .adal(try await take(url, state, request, access))
        } catch {
            return .failure(error)
        }
    }
}

extension ADALClient: BrokerResponseReceiver {
    package func prospect(of url: String, sourceApplication: String?) -> BrokerResponseMatch {
        BrokerResponseMatch(environment.broker, url, sourceApplication, now: environment.clock.unixSeconds)
    }
}
