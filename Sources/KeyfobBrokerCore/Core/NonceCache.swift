import KeyfobBackport
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// The provider's nonces, which prove that signed messages are fresh; each is cached for three minutes, by host.
final class NonceCache: Sendable {
    private static let lifetime: Int64 = 180

    private let transport: any HTTPTransport
    private let clock: any WallClock
    private let known = Mutex<[String: (nonce: String, at: Int64)]>([:])

    init(transport: any HTTPTransport, clock: any WallClock) {
        self.transport = transport
        self.clock = clock
    }

    /// Returns a nonce of a host.
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
            throw response.authError(during: .interactive, now: now)
        }
        do throws(MessageError) {
            let nonce = try ServerNonce.parse(response.body)
            known.withLock { $0[endpoint.hostAndPort] = (nonce, now) }
            return nonce
        } catch {
            throw AuthError(error)
        }
    }

    /// Removes all nonces after one was refused.
    func forgetAll() { known.withLock { $0 = [:] } }

    /// Removes a host's nonce, which was refused.
    func forget(at endpoint: HTTPURL) { known.withLock { $0[endpoint.hostAndPort] = nil } }
}

extension HTTPResponse {
    /// Returns the error in a response of the token endpoint.
    func authError(during mode: AcquisitionMode, now: Int64) -> AuthError {
        let wait = retryAfter(now: now)
        guard let body = OAuthErrorResponse(parsing: body) else {
            return AuthError(unreadable: self, subject: "the token request", retryAfter: wait)
        }
        return AuthError(body, status: status, retryAfter: wait, during: mode, fields: fields)
    }
}
