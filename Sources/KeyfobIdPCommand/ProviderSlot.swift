#if Server
import KeyfobIdPCore
import KeyfobOAuth
import Synchronization

/// Holds the provider once it is made: its sockets are opened before, because it needs their ports.
final class ProviderSlot: Sendable {
    private let provider = Mutex<IdentityProvider?>(nil)

    /// Sets the provider. Earlier requests get their connection closed.
    func fill(_ provider: IdentityProvider) { self.provider.withLock { $0 = provider } }

    /// Responds to a request; nil closes the connection instead.
    func answer(
        _ request: HTTPRequest, presenting certificate: PresentedCertificate, from peer: String?
    ) async -> HTTPResponse? {
        guard let provider = provider.withLock({ $0 }) else { return nil }
        let reply = await provider.reply(to: request, presenting: certificate, from: peer)
        // The administrator set this delay; it is bounded, and ends early when the connection does.
        if reply.delay > 0 { try? await Task.sleep(for: .milliseconds(reply.delay)) }
        return reply.response
    }
}
#endif
