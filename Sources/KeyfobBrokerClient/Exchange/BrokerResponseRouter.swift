import KeyfobBackport
package import KeyfobBrokerProtocol

/// Assigns the broker's responses for one interface (MSAL's or ADAL's) to the client that made the request, and keeps
/// one that arrives before its client exists.
///
/// The system starts an app that it has ended with the response's URL, often before the app has made a client. Only the
/// newest such URL is kept, in memory and unread: as for every other URL, the stored request decides whether it is
/// handled.
package final class BrokerResponseRouter<Taker: BrokerResponseReceiver>: Sendable {
    private struct Entry: Sendable {
        weak var taker: Taker?
    }

    private struct StoredResponse: Sendable, Hashable {
        let url: String
        let sourceApplication: String?
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        var waiting: StoredResponse?

        var takers: [Taker] { entries.compactMap(\.taker) }
    }

    private let dialect: BrokerDialect
    private let state = Mutex(State())

    /// Makes a router without clients.
    package init(_ dialect: BrokerDialect) { self.dialect = dialect }

    /// Adds a client, weakly referenced, and offers it the waiting response.
    ///
    /// - Parameter took: called with the client and the URL if the client handled it.
    package func add(_ taker: Taker, took: (Taker, String) -> Void) {
        let waiting = state.withLock { state in
            state.entries.removeAll { $0.taker == nil }
            state.entries.append(Entry(taker: taker))
            return state.waiting
        }
        if let waiting, offer(waiting, to: taker) { took(taker, waiting.url) }
    }

    /// Passes a URL to the client that made the request.
    ///
    /// - Returns: the client; nil if there is none.
    package func take(_ url: String, sourceApplication: String?) -> Taker? {
        let takers = state.withLock { $0.takers }
        guard let taker = takers.first(where: { $0.handleResponse(url, sourceApplication: sourceApplication) })
        else { return nil }
        state.withLock { $0.waiting = nil }
        return taker
    }

    /// Keeps a URL that no client has handled, if it may be the response to a request of a client that does not exist
    /// yet.
    ///
    /// - Parameter took: called with a client that was added meanwhile and handled the URL.
    /// - Returns: whether the URL was kept or handled.
    package func keep(_ url: String, sourceApplication: String?, took: (Taker, String) -> Void) -> Bool {
        guard let sealed = BrokerResponseURL(url), sealed.version == dialect.version,
            mayBeAwaited(url, sourceApplication)
        else { return false }
        let reply = StoredResponse(url: url, sourceApplication: sourceApplication)
        let takers = state.withLock { state in
            state.waiting = reply
            return state.takers
        }
        if let taker = takers.first(where: { offer(reply, to: $0) }) { took(taker, url) }
        return true
    }

    /// A client that has a broker sees the last request, and so whether a response is awaited. If no client sees it,
    /// the URL is kept if it may come from a broker.
    private func mayBeAwaited(_ url: String, _ sourceApplication: String?) -> Bool {
        let prospects = state.withLock { $0.takers }.map { taker in
            taker.prospect(of: url, sourceApplication: sourceApplication)
        }
        if prospects.contains(.awaited) { return true }
        return !prospects.contains(.unawaited)
            && [BrokerIdentity.microsoftAuthenticator, .keyfob].contains { identity in
                BrokerResponseRule.isFromBroker(sourceApplication, identity)
            }
    }

    /// Offers the waiting response to a client. It is removed once it is handled, or if it is a response to no request.
    private func offer(_ reply: StoredResponse, to taker: Taker) -> Bool {
        let prospect = taker.prospect(of: reply.url, sourceApplication: reply.sourceApplication)
        let isTaken =
            prospect == .awaited && taker.handleResponse(reply.url, sourceApplication: reply.sourceApplication)
        guard isTaken || prospect == .unawaited else { return false }
        state.withLock { state in
            if state.waiting == reply { state.waiting = nil }
        }
        return isTaken
    }
}
