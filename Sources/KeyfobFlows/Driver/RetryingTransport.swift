import KeyfobCore
package import KeyfobOAuth

/// Repeats a request whose first attempt failed for a reason that is often temporary: no connection, a broken one, or a
/// failing server.
///
/// Requests that may have been processed are not repeated: a request that changes something is repeated only if it was
/// not sent, or if the server returned that it failed. A code can be redeemed once, and a server that receives it twice
/// revokes the tokens that it issued (RFC 6749 section 4.1.2). A response with `Retry-After` is not retried.
///
/// A refresh whose connection broke is the exception. The next call would use the same refresh token anyway, and a
/// server that replaces refresh tokens accepts the old one only shortly after the replacement, if at all. So an
/// immediate attempt is best. After a time-out it is too late, and the caller has waited long enough.
package struct RetryingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let pause: any Pause
    private let retryCount: Int
    private let interval: Double

    /// Makes a transport over another.
    ///
    /// - Parameters:
    ///   - base: the transport for the requests.
    ///   - pause: the wait between two attempts.
    ///   - retryCount: the maximum number of repetitions; 0 for none.
    ///   - interval: the seconds between two attempts.
    package init(_ base: any HTTPTransport, pause: any Pause, retryCount: Int = 1, interval: Double = 0.5) {
        self.base = base
        self.pause = pause
        self.retryCount = min(max(retryCount, 0), 10)
        self.interval = interval
    }

    /// Sends a request and repeats it if necessary; returns the result of the last attempt.
    package func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var remaining = retryCount
        while true {
            let outcome = await attempt(request)
            guard remaining > 0, Self.isWorthRepeating(outcome, request), await waits() else {
                return try outcome.get()
            }
            remaining -= 1
        }
    }

    private func attempt(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
        do throws(TransportError) {
            return .success(try await base.send(request))
        } catch {
            return .failure(error)
        }
    }

    /// Whether the wait was completed: a cancelled task makes no further attempt.
    private func waits() async -> Bool {
        do throws(AuthError) {
            try await pause.wait(seconds: interval)
            return true
        } catch {
            return false
        }
    }

    private static func isWorthRepeating(
        _ outcome: Result<HTTPResponse, TransportError>, _ request: HTTPRequest
    ) -> Bool {
        switch outcome {
        case .success(let response): return response.status >= 500 && response.fields["Retry-After"] == nil
        case .failure(let error):
            switch error.code {
            case .cannotConnect: return true
            case .connectionLost, .invalidResponse: return request.method == .get || isRefresh(request)
            case .timedOut: return request.method == .get
            default: return false
            }
        }
    }

    /// Whether a request redeems a refresh token (RFC 6749 section 6).
    private static func isRefresh(_ request: HTTPRequest) -> Bool {
        guard request.method == .post,
            let form = try? FormParameters(parsing: String(decoding: request.body, as: UTF8.self))
        else { return false }
        return form["grant_type"] == "refresh_token"
    }
}
