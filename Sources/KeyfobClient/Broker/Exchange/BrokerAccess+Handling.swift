import KeyfobBrokerProtocol

extension BrokerAccess {
    /// Takes a URL that the operating system has handed to the app, if it is the reply to the request that is under way.
    ///
    /// An app calls it from each of its delegates, or ``PublicClientApplication/handleResponse(_:sourceApplication:)``,
    /// which also takes the reply to a request of the app's earlier run. A URL that comes twice is handled once.
    ///
    /// - Parameters:
    ///   - url: as it came.
    ///   - sourceApplication: who has opened it (`UIApplication.OpenURLOptionsKey.sourceApplication`); nil if the system
    ///     does not say.
    /// - Returns: whether it was the SDK's; if not, the app looks further.
    public func handleResponse(_ url: String, sourceApplication: String?) -> Bool {
        guard let (ticket, request) = exchange.request else { return wasHandled(url, sourceApplication) }
        guard
            BrokerIntake.verdict(
                url, sourceApplication: sourceApplication, identity: identity, request: request) == .reply
        else { return wasHandled(url, sourceApplication) }
        guard exchange.claim(url: url) else { return true }
        exchange.finish(ticket, .reply(url))
        return true
    }

    /// Whether the same URL was handled just before: scenes and the app's delegate may both hand it on.
    func wasHandled(_ url: String, _ sourceApplication: String?) -> Bool {
        BrokerIntake.isFromBroker(sourceApplication, identity) && exchange.hasClaimed(url: url)
    }

    /// The request of an earlier run of the app that a URL answers; nil if there is none.
    func savedRequest(
        answeredBy url: String, _ sourceApplication: String?, now: Int64
    ) -> BrokerResumeState? {
        guard !exchange.isUnderWay,
            let dictionary = try? memory.dictionary(BrokerResumeState.defaultsKey),
            let state = BrokerResumeState(dictionary), isFresh(state, now: now),
            BrokerIntake.verdict(url, sourceApplication: sourceApplication, identity: identity, request: state)
                == .reply
        else { return nil }
        return state
    }

    /// Whether a request may still be answered, by the limit that holds within one run as well: a reply that somebody caught
    /// must not sign its user in weeks later.
    private func isFresh(_ state: BrokerResumeState, now: Int64) -> Bool {
        guard let replyTimeout else { return true }
        guard let sent = state.sentOn else { return false }
        let (age, isAbsurd) = now.subtractingReportingOverflow(sent)
        return !isAbsurd && age >= 0 && Double(age) <= replyTimeout
    }
}
