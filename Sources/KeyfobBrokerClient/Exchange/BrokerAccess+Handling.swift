package import KeyfobBrokerProtocol

extension BrokerAccess {
    /// Handles a URL that the operating system passed to the app, if it is the response to the request that is under
    /// way.
    ///
    /// Call it from each of the app's delegates, or call
    /// ``PublicClientApplication/handleResponse(_:sourceApplication:)``, which also handles the response to a request
    /// of the app's earlier run. A URL that comes twice is handled once.
    ///
    /// - Parameters:
    ///   - url: the URL, unchanged.
    ///   - sourceApplication: the app that opened it (`UIApplication.OpenURLOptionsKey.sourceApplication`); nil if the
    ///     system does not state it.
    /// - Returns: whether the URL was for the SDK; if not, the app handles it.
    public func handleResponse(_ url: String, sourceApplication: String?) -> Bool {
        guard let (ticket, request) = exchange.request else { return wasHandled(url, sourceApplication) }
        guard
            BrokerResponseRule.decision(
                url, sourceApplication: sourceApplication, identity: identity, request: request) == .reply
        else { return wasHandled(url, sourceApplication) }
        guard exchange.claim(url: url) else { return true }
        exchange.finish(ticket, .reply(url))
        return true
    }

    /// Whether the same URL was handled just before: scenes and the app's delegate may both pass it on.
    func wasHandled(_ url: String, _ sourceApplication: String?) -> Bool {
        BrokerResponseRule.isFromBroker(sourceApplication, identity) && exchange.hasClaimed(url: url)
    }

    /// The request of an earlier run of the app that a URL responds to; nil if there is none.
    package func savedRequest(
        answeredBy url: String, _ sourceApplication: String?, now: Int64
    ) -> BrokerResumeState? {
        guard !exchange.isUnderWay,
            let dictionary = try? memory.dictionary(BrokerResumeState.defaultsKey),
            let state = BrokerResumeState(dictionary), isFresh(state, now: now),
            BrokerResponseRule.decision(url, sourceApplication: sourceApplication, identity: identity, request: state)
                == .reply
        else { return nil }
        return state
    }

    /// Whether a request may still get its response, by the limit that also applies within one run: a response that an
    /// attacker captured must not sign its user in weeks later.
    private func isFresh(_ state: BrokerResumeState, now: Int64) -> Bool {
        guard let responseTimeout else { return true }
        guard let sent = state.sentOn else { return false }
        let (age, isAbsurd) = now.subtractingReportingOverflow(sent)
        return !isAbsurd && age >= 0 && Double(age) <= responseTimeout
    }
}
