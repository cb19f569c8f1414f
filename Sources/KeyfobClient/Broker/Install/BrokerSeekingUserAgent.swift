import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows

/// A user agent that detects a page that sends the user to a broker which is not installed.
struct BrokerSeekingUserAgent: UserAgent {
    let base: any UserAgent

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(base: try await base.begin(redirectURI))
    }

    private struct Session: UserAgentSession {
        let base: any UserAgentSession

        var redirectURI: RedirectURI { base.redirectURI }
        var hearsRedirectsAlone: Bool { base.hearsRedirectsAlone }

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectVerdict
        ) async throws(AuthError) -> String {
            let own = redirectURI.value
            let address = try await base.present(url) { target in
                BrokerInstallation(target, redirectURI: own) == nil ? accepting(target) : .accepted(isSuccess: false)
            }
            if let installation = BrokerInstallation(address, redirectURI: own) { throw installation.authError }
            return address
        }

        func end() async { await base.end() }
    }
}

extension PublicClientApplication {
    /// The user agent of a call. It detects a missing broker if the app is set up to use one.
    func seekingUserAgent(_ parameters: InteractiveParameters) -> (any UserAgent)? {
        let agent = userAgent(parameters.userAgent, parameters.hooks)
        let inputs = brokerInputs(
            parameters.brokerUse, at: parameters.authority ?? configuration.authority, mayAskPerson: true)
        guard let agent, inputs.use == .automatic, let facts = inputs.facts, let bundleID = facts.bundleID,
            BrokerRedirect.isBrokerCapable(inputs.redirectURI, bundleID: bundleID)
        else { return agent }
        return BrokerSeekingUserAgent(base: agent)
    }

    /// Leaves the request for a broker that is yet to be installed, and opens the page where it can be installed.
    func leaveRequest(
        after error: AuthError, _ parameters: InteractiveParameters, _ key: ProofKey?, _ correlationID: String
    ) async {
        guard let access = environment.broker else { return }
        let authority = parameters.authority ?? configuration.authority
        await access.leaveRequest(after: error, environment) { () throws(AuthError) in
            try brokerRequest(parameters, at: authority, key, correlationID, access)
        } state: { request throws(BrokerFault) in
            try resumeState(request, of: parameters.account)
        }
    }
}
