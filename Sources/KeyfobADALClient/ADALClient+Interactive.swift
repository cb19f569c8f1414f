import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
package import KeyfobClient
package import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobSetup

extension ADALClient {
    /// Lets a user sign in and returns a token. The page always opens; an existing session of the user agent may
    /// shorten the sign-in. The caches are not read before.
    ///
    /// The request is protected by PKCE (RFC 7636) and by its `state`, which ADAL did not do.
    ///
    /// - Throws: `AuthError` with code
    ///   - `userCanceled`: the user closed the page, went back or declined.
    ///   - `accountMismatch`: another user signed in than the request's user; nothing was stored.
    ///   - `userAgentUnavailable`: there is no browser, or it does not start.
    ///   - `network`, `throttled`, `server`, `invalidResponse`: the request failed; nothing was stored.
    ///   - `configuration`: the request does not fit the registration, or the account is not a work or school account.
    ///   - `storeLocked`, `storeUnavailable`: the sign-in could not be stored.
    ///   - `brokerFailed`, `protectionPoliciesRequired`, `deviceRegistrationRequired`: if a broker is asked.
    package func acquireToken(_ interactive: ADALInteractiveRequest) async throws(AuthError) -> ADALResult {
        let request = interactive.request
        let correlationID = correlationID(of: request)
        do throws(AuthError) {
            try request.check()
            try await validate(request, correlationID)
            if let result = try await tokenFromBroker(interactive, correlationID) { return result }
            let flow = try await signInHere(interactive, correlationID)
            let acquisition = try ADALAcquisition(flow, request: request)
            try acquisition.checkUser(request.user)
            return try await keep(acquisition, source: .interactive)
        } catch {
            throw error.correlated(correlationID)
        }
    }

    /// Shows the page. If it sends the user to a broker that is not installed, the request is left for that broker.
    private func signInHere(
        _ interactive: ADALInteractiveRequest, _ correlationID: String
    ) async throws(AuthError) -> FlowResult {
        let parameters = parameters(interactive, correlationID)
        guard let access = environment.broker, let agent = interactive.userAgent ?? environment.userAgent,
            interactive.brokerUse == .automatic, access.isWanted(), let bundleID = access.facts.bundleID,
            BrokerRedirect.isBrokerCapable(interactive.redirectURI.value, bundleID: bundleID, dialect: .adal)
        else { return try await flows.authorizationCode(parameters, userAgent: interactive.userAgent) }
        do throws(AuthError) {
            return try await flows.authorizationCode(parameters, userAgent: BrokerSeekingUserAgent(base: agent))
        } catch {
            await access.leaveRequest(after: error) { () throws(AuthError) in
                try brokerRequest(interactive, access, correlationID)
            } state: { request throws(BrokerExchangeError) in
                try resumeState(request)
            } log: { message, correlationID in
                self.log(.warning, "\(message)", correlationID: correlationID)
            }
            throw error
        }
    }

    private func parameters(_ interactive: ADALInteractiveRequest, _ correlationID: String) -> CodeFlowParameters {
        let request = interactive.request
        var parameters = CodeFlowParameters(
            clientID: request.clientID, authority: request.authority, redirectURI: interactive.redirectURI, scopes: [])
        parameters.dialect = .v1
        parameters.resource = request.resource
        parameters.isInstanceAware = true
        parameters.prompt = interactive.prompt
        parameters.loginHint = request.user.flatMap { $0.isDisplayable ? $0.id : nil }
        parameters.claims = request.wireClaims
        parameters.extraParameters = interactive.extraParameters
        for (name, value) in PlatformFields.fields.pairs { parameters.extraParameters.set(name, value) }
        parameters.extraParameters.set(ClientFields.returnsRequestID, "true")
        parameters.headerFields = PlatformFields.fields
        parameters.correlationID = correlationID
        return parameters
    }
}
