import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobSetup

extension BrokerSignIn {
    /// The user agent of a call. It detects a missing broker if the app is set up to use one.
    func seekingUserAgent(_ parameters: InteractiveParameters) -> (any UserAgent)? {
        let agent = environment.userAgent(parameters.userAgent, parameters.hooks)
        let inputs = routing.brokerInputs(
            parameters.brokerUse, at: parameters.authority ?? configuration.authority, mayInteract: true)
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
        await access.leaveRequest(after: error) { () throws(AuthError) in
            try brokerRequest(parameters, at: authority, key, correlationID, access)
        } state: { request throws(BrokerExchangeError) in
            try resumeState(request, of: parameters.account)
        } log: { message, correlationID in
            self.log(.warning, "\(message)", correlationID: correlationID)
        }
    }
}
