import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows

/// A user agent that notices when a page sends the person to a broker which is not there.
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
    /// What shows a call's pages, with an eye on a broker that is missing: only an app that would ask one.
    func seekingUserAgent(_ parameters: InteractiveParameters) -> (any UserAgent)? {
        let agent = userAgent(parameters.userAgent, parameters.hooks)
        let inputs = brokerInputs(
            parameters.brokerUse, at: parameters.authority ?? configuration.authority, mayAskPerson: true)
        guard let agent, inputs.use == .automatic, let facts = inputs.facts, let bundleID = facts.bundleID,
            BrokerRedirect.isBrokerCapable(inputs.redirectURI, bundleID: bundleID)
        else { return agent }
        return BrokerSeekingUserAgent(base: agent)
    }

    /// Leaves the request where a broker finds it that is yet to be installed, and opens the place where it can be got.
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
