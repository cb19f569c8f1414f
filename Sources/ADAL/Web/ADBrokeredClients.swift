import Foundation
import KeyfobADALClient
import KeyfobBackport
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore

/// The clients of this process's contexts, one of which a broker's response belongs to: the response to the call that
/// is under way, or to one of an earlier run of the app.
///
/// A task may have a separate registry, so that tests that run in parallel do not take each other's responses.
package final class ADBrokeredClients: Sendable {
    private struct State {
        /// The places whose URLs are delivered to the registry automatically.
        var sources: [any AppURLs] = []
        var interrupted: ADAuthenticationResult?
        /// Converts a response to ``interrupted``.
        var work: Task<Void, Never>?
    }

    /// The current registry.
    @TaskLocal package static var current = ADBrokeredClients()

    private let router = BrokerResponseRouter<ADALClient>(.adal)
    private let state = Mutex(State())

    /// Makes a registry without clients.
    package init() {}

    /// Registers a client while it exists. A response that arrived before it is delivered to it.
    func add(_ client: ADALClient) { router.add(client, took: took) }

    /// Subscribes to the app's URLs, as ADAL has always done, so that the app need not forward a broker's response.
    /// Once for each place.
    func listen(to urls: any AppURLs) {
        let isNew = state.withLock { state in
            guard !state.sources.contains(where: { $0 === urls }) else { return false }
            state.sources.append(urls)
            return true
        }
        guard isNew else { return }
        urls.offer { [weak self] url, source in self?.take(url, sourceApplication: source) ?? false }
    }

    /// Takes a URL that the app was opened with, if it is a broker's response to one of the clients, and posts a
    /// notification; or keeps it for a client that is not made yet, if it may be a response to a request of an earlier
    /// run.
    ///
    /// - Returns: whether the URL was taken or kept.
    func take(_ url: String, sourceApplication: String?) -> Bool {
        if let client = router.take(url, sourceApplication: sourceApplication) {
            took(client, url)
            return true
        }
        guard router.keep(url, sourceApplication: sourceApplication, took: took) else { return false }
        ADLogger.write(.info, "A broker's response to a request of an earlier run is kept until its context is made.")
        return true
    }

    private func took(_ client: ADALClient, _ url: String) {
        let work = Task { await self.keepInterrupted(of: client) }
        state.withLock { $0.work = work }
        NotificationCenter.default.post(
            name: NSNotification.Name(ADWebAuthDidReceieveResponseFromBroker), object: nil,
            userInfo: URL(string: url).map { ["response": $0] })
    }

    /// Keeps the result of a response to a request of an earlier run of the app.
    private func keepInterrupted(of client: ADALClient) async {
        let result: ADAuthenticationResult
        switch await client.resumedResponse() {
        case .adal(let token): result = ADAuthenticationResult(token)
        case .failure(let error):
            result = ADAuthenticationResult(
                error: ADAuthenticationError(error, isSilent: false),
                correlationId: error.correlationID.flatMap { UUID(uuidString: $0) })
        case .token, nil: return
        }
        state.withLock { $0.interrupted = result }
    }

    /// Waits until the latest response is processed, if it belongs to a request of an earlier run.
    package func settle() async { await state.withLock { $0.work }?.value }

    /// Returns the result of a response to a request of an earlier run of the app, once.
    func takeInterrupted() -> ADAuthenticationResult? {
        state.withLock { state in
            defer { state.interrupted = nil }
            return state.interrupted
        }
    }
}
