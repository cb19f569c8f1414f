package import KeyfobBrokerProtocol
import Synchronization

/// Where the broker's replies of one face come in: they are handed to the client that they belong to, and one that comes
/// before its client is there waits for it.
///
/// The system starts an app that it has ended with the reply's URL, often before the app has made anything that could take
/// it. Only the newest such URL is kept, in memory, and what it says is not known: whether it is taken is decided, as for
/// every other URL, by what is kept of the request.
package final class BrokerReplyDesk<Taker: BrokerReplyTaker>: Sendable {
    private struct Entry: Sendable {
        weak var taker: Taker?
    }

    private struct Reply: Sendable, Hashable {
        let url: String
        let sourceApplication: String?
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        var waiting: Reply?

        var takers: [Taker] { entries.compactMap(\.taker) }
    }

    private let dialect: BrokerDialect
    private let state = Mutex(State())

    /// Opens a desk that nobody stands at.
    package init(_ dialect: BrokerDialect) { self.dialect = dialect }

    /// Remembers a client for as long as it is there, and offers it the reply that waits.
    ///
    /// - Parameter took: hears of the client if it took that, and of the URL.
    package func add(_ taker: Taker, took: (Taker, String) -> Void) {
        let waiting = state.withLock { state in
            state.entries.removeAll { $0.taker == nil }
            state.entries.append(Entry(taker: taker))
            return state.waiting
        }
        if let waiting, offer(waiting, to: taker) { took(taker, waiting.url) }
    }

    /// Hands a URL to the client that it belongs to.
    ///
    /// - Returns: the client; nil if there is none.
    package func take(_ url: String, sourceApplication: String?) -> Taker? {
        let takers = state.withLock { $0.takers }
        guard let taker = takers.first(where: { $0.handleResponse(url, sourceApplication: sourceApplication) })
        else { return nil }
        state.withLock { $0.waiting = nil }
        return taker
    }

    /// Keeps a URL that nobody has taken, if it may be the reply to a request of a client that is not there yet.
    ///
    /// - Parameter took: hears of a client that came, and took it, in the same moment.
    /// - Returns: whether it is kept, or was taken.
    package func keep(_ url: String, sourceApplication: String?, took: (Taker, String) -> Void) -> Bool {
        guard let sealed = BrokerReplyURL(url), sealed.version == dialect.version,
            mayBeAwaited(url, sourceApplication)
        else { return false }
        let reply = Reply(url: url, sourceApplication: sourceApplication)
        let takers = state.withLock { state in
            state.waiting = reply
            return state.takers
        }
        if let taker = takers.first(where: { offer(reply, to: $0) }) { took(taker, url) }
        return true
    }

    /// A client that has a broker sees what was asked last, and so whether a reply is awaited. Where none sees it, all that
    /// can be known is that the URL may come from a broker.
    private func mayBeAwaited(_ url: String, _ sourceApplication: String?) -> Bool {
        let prospects = state.withLock { $0.takers }.map { taker in
            taker.prospect(of: url, sourceApplication: sourceApplication)
        }
        if prospects.contains(.awaited) { return true }
        return !prospects.contains(.nobodys)
            && [BrokerIdentity.microsoftAuthenticator, .keyfob].contains { identity in
                BrokerIntake.isFromBroker(sourceApplication, identity)
            }
    }

    /// Offers a client the reply that waits, which is forgotten once it is taken, or answers nothing that was asked.
    private func offer(_ reply: Reply, to taker: Taker) -> Bool {
        let prospect = taker.prospect(of: reply.url, sourceApplication: reply.sourceApplication)
        let isTaken =
            prospect == .awaited && taker.handleResponse(reply.url, sourceApplication: reply.sourceApplication)
        guard isTaken || prospect == .nobodys else { return false }
        state.withLock { state in
            if state.waiting == reply { state.waiting = nil }
        }
        return isTaken
    }
}
