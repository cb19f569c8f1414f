import KeyfobBrokerProtocol
import KeyfobCore

/// A client that may have requested a broker's response, in this run of the app or in an earlier one.
package protocol BrokerResponseReceiver: AnyObject, Sendable {
    /// Handles a URL that the app was opened with, if it is for this client.
    ///
    /// - Returns: whether it was.
    func handleResponse(_ url: String, sourceApplication: String?) -> Bool

    /// Whether a URL is awaited, as far as the client can see.
    func prospect(of url: String, sourceApplication: String?) -> BrokerResponseMatch
}

/// Whether a URL that looks like a broker's response is awaited by a client.
package enum BrokerResponseMatch: Sendable, Hashable {
    /// It is the response to a request of an earlier run of the app.
    case awaited
    /// No request awaits it.
    case unawaited
    /// The client has no broker, so it cannot see the request.
    case unknown

    /// Reads the stored request.
    package init(_ access: BrokerAccess?, _ url: String, _ sourceApplication: String?, now: Int64) {
        guard let access else {
            self = .unknown
            return
        }
        let request = access.savedRequest(answeredBy: url, sourceApplication, now: now)
        self = request == nil ? .unawaited : .awaited
    }
}
