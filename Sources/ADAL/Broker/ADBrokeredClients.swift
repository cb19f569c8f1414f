import Foundation
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore
import Synchronization

/// The clients of this process's contexts: to one of them a broker's reply belongs, be it to the call that is under way or
/// to one of the app's earlier run.
///
/// A task may have a registry of its own, so that tests that run side by side do not take each other's replies.
package final class ADBrokeredClients: Sendable {
    private struct State {
        /// Those places whose URLs come here by themselves.
        var sources: [any AppURLs] = []
        var interrupted: ADAuthenticationResult?
        /// Makes that of a reply.
        var work: Task<Void, Never>?
    }

    /// The one in force.
    @TaskLocal package static var current = ADBrokeredClients()

    private let desk = BrokerReplyDesk<V1Client>(.adal)
    private let state = Mutex(State())

    /// Makes a registry without clients.
    package init() {}

    /// Remembers a client for as long as it is there. A reply that came before it is handed to it.
    func add(_ client: V1Client) { desk.add(client, took: took) }

    /// Hooks into the app's URLs, as ADAL has always done: a broker's reply needs nothing of the app. Once for each place.
    func listen(to urls: any AppURLs) {
        let isNew = state.withLock { state in
            guard !state.sources.contains(where: { $0 === urls }) else { return false }
            state.sources.append(urls)
            return true
        }
        guard isNew else { return }
        urls.offer { [weak self] url, source in self?.take(url, sourceApplication: source) ?? false }
    }

    /// Takes a URL that the app was opened with, if it is a broker's reply to one of the clients, and tells so; or keeps it
    /// for a client that is yet to be made, if it may be a reply to one of the app's earlier run.
    ///
    /// - Returns: whether it was or may be.
    func take(_ url: String, sourceApplication: String?) -> Bool {
        if let client = desk.take(url, sourceApplication: sourceApplication) {
            took(client, url)
            return true
        }
        guard desk.keep(url, sourceApplication: sourceApplication, took: took) else { return false }
        ADLogger.write(.info, "A broker's answer waits for the context whose earlier run has asked.")
        return true
    }

    private func took(_ client: V1Client, _ url: String) {
        let work = Task { await self.keepInterrupted(of: client) }
        state.withLock { $0.work = work }
        NotificationCenter.default.post(
            name: NSNotification.Name(ADWebAuthDidReceieveResponseFromBroker), object: nil,
            userInfo: URL(string: url).map { ["response": $0] })
    }

    /// Keeps what came of a reply to a request of the app's earlier run.
    private func keepInterrupted(of client: V1Client) async {
        let result: ADAuthenticationResult
        switch await client.resumedReply() {
        case .v1(let token): result = ADAuthenticationResult(token)
        case .failure(let error):
            result = ADAuthenticationResult(
                error: ADAuthenticationError(error, isSilent: false),
                correlationId: error.correlationID.flatMap { UUID(uuidString: $0) })
        case .token, nil: return
        }
        state.withLock { $0.interrupted = result }
    }

    /// Waits until the reply that came last is read, if it is one to a request of the app's earlier run.
    package func settle() async { await state.withLock { $0.work }?.value }

    /// What came of a reply to a request of the app's earlier run, once.
    func takeInterrupted() -> ADAuthenticationResult? {
        state.withLock { state in
            defer { state.interrupted = nil }
            return state.interrupted
        }
    }
}
