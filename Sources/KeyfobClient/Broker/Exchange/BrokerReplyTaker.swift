import KeyfobBrokerProtocol
import KeyfobCore

/// A client to which a broker's reply may belong: it has asked, in this run of the app or in an earlier one.
package protocol BrokerReplyTaker: AnyObject, Sendable {
    /// Takes a URL that came to the app, if it is the client's.
    ///
    /// - Returns: whether it was.
    func handleResponse(_ url: String, sourceApplication: String?) -> Bool

    /// What the client knows about a URL, whoever is to take it.
    func prospect(of url: String, sourceApplication: String?) -> BrokerReplyProspect
}

/// Whether anybody is there, or is still to come, to whom a URL belongs that looks like a broker's reply.
package enum BrokerReplyProspect: Sendable, Hashable {
    /// It answers what an earlier run of the app has asked.
    case awaited
    /// Nobody waits for it.
    case nobodys
    /// A client without a broker cannot tell.
    case unknown

    /// Looks into what is kept of the app's last request.
    init(_ environment: ClientEnvironment, _ url: String, _ sourceApplication: String?) {
        guard let access = environment.broker else {
            self = .unknown
            return
        }
        let now = environment.clock.unixSeconds
        let request = access.savedRequest(answeredBy: url, sourceApplication, now: now)
        self = request == nil ? .nobodys : .awaited
    }
}

extension PublicClientApplication: BrokerReplyTaker {
    package func prospect(of url: String, sourceApplication: String?) -> BrokerReplyProspect {
        BrokerReplyProspect(environment, url, sourceApplication)
    }
}

extension V1Client: BrokerReplyTaker {
    package func prospect(of url: String, sourceApplication: String?) -> BrokerReplyProspect {
        BrokerReplyProspect(environment, url, sourceApplication)
    }
}
