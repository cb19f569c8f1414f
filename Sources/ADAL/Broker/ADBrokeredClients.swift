import Foundation
import KeyfobClient
import KeyfobCore
import Synchronization

/// The clients of this process's contexts: to one of them a broker's reply belongs, be it to the call that is under way or
/// to one of the app's earlier run.
///
/// A task may have a registry of its own, so that tests that run side by side do not take each other's replies.
package final class ADBrokeredClients: Sendable {
    private struct Entry: Sendable {
        weak var client: V1Client?
    }

    private struct State {
        var entries: [Entry] = []
        /// Those places whose URLs come here by themselves.
        var sources: [any AppURLs] = []
        var interrupted: ADAuthenticationResult?
    }

    /// The one in force.
    @TaskLocal package static var current = ADBrokeredClients()

    private let state = Mutex(State())

    /// Makes a registry without clients.
    package init() {}

    /// Remembers a client for as long as it is there.
    func add(_ client: V1Client) {
        state.withLock { state in
            state.entries.removeAll { $0.client == nil }
            state.entries.append(Entry(client: client))
        }
    }

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

    /// Takes a URL that the app was opened with, if it is a broker's reply to one of the clients, and tells so.
    ///
    /// - Returns: whether it was.
    func take(_ url: String, sourceApplication: String?) -> Bool {
        guard handle(url, sourceApplication: sourceApplication) else { return false }
        NotificationCenter.default.post(
            name: NSNotification.Name(ADWebAuthDidReceieveResponseFromBroker), object: nil,
            userInfo: URL(string: url).map { ["response": $0] })
        return true
    }

    /// Hands a URL to the client that it belongs to.
    ///
    /// - Returns: whether there is one.
    private func handle(_ url: String, sourceApplication: String?) -> Bool {
        let clients = state.withLock { $0.entries.compactMap(\.client) }
        guard let client = clients.first(where: { $0.handleResponse(url, sourceApplication: sourceApplication) })
        else { return false }
        Task { await self.keepInterrupted(of: client) }
        return true
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

    /// What came of a reply to a request of the app's earlier run, once.
    func takeInterrupted() -> ADAuthenticationResult? {
        state.withLock { state in
            defer { state.interrupted = nil }
            return state.interrupted
        }
    }
}
