#if Server
import KeyfobIdPCore
import KeyfobOAuth
import Synchronization

/// Where the provider is put once it is made: its sockets are opened before, because it has to know their ports.
final class ProviderSlot: Sendable {
    private let provider = Mutex<IdentityProvider?>(nil)

    /// Requests are answered from now on; those before found the connection closed.
    func fill(_ provider: IdentityProvider) { self.provider.withLock { $0 = provider } }

    /// Answers a request; nil closes the connection instead.
    func answer(
        _ request: HTTPRequest, presenting certificate: PresentedCertificate, from peer: String?
    ) async -> HTTPResponse? {
        guard let provider = provider.withLock({ $0 }) else { return nil }
        let reply = await provider.reply(to: request, presenting: certificate, from: peer)
        // Ordered by an operator, and bounded: it ends early when the connection does.
        if reply.delay > 0 { try? await Task.sleep(for: .milliseconds(reply.delay)) }
        return reply.response
    }
}
#endif
