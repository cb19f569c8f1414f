import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import Synchronization

/// The provider's nonces, by which signed messages are shown to be fresh; each is kept for three minutes, by host.
final class NonceCache: Sendable {
    private static let lifetime: Int64 = 180

    private let transport: any HTTPTransport
    private let clock: any WallClock
    private let known = Mutex<[String: (nonce: String, at: Int64)]>([:])

    init(transport: any HTTPTransport, clock: any WallClock) {
        self.transport = transport
        self.clock = clock
    }

    /// A nonce of a host.
    ///
    /// - Parameter endpoint: its token endpoint.
    /// - Throws: ``AuthError``: `network`, `server`, `invalidResponse`.
    func nonce(at endpoint: HTTPURL) async throws(AuthError) -> String {
        let now = clock.unixSeconds
        if let held = known.withLock({ $0[endpoint.hostAndPort] }), (0..<Self.lifetime).contains(now &- held.at) {
            return held.nonce
        }
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(.form(endpoint, ServerNonce.parameters))
        } catch {
            throw AuthError(error)
        }
        guard response.status == 200 else {
            throw AuthError(unreadable: response, subject: "the request for a nonce", retryAfter: nil)
        }
        do throws(MessageError) {
            let nonce = try ServerNonce.parse(response.body)
            known.withLock { $0[endpoint.hostAndPort] = (nonce, now) }
            return nonce
        } catch {
            throw AuthError(error)
        }
    }

    /// Forgets all of them: one was refused.
    func forgetAll() { known.withLock { $0 = [:] } }

    /// Forgets a host's nonce, which was refused.
    func forget(at endpoint: HTTPURL) { known.withLock { $0[endpoint.hostAndPort] = nil } }
}
