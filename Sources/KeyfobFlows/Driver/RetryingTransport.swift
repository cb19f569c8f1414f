import KeyfobCore
public import KeyfobOAuth

/// Sends a request once more where the first attempt failed for a reason that often passes: no connection, one that broke,
/// or a server that failed.
///
/// What may have been done already is not done twice: a request that changes something is repeated only if it did not
/// get out, or if the server says that it failed. A code is good for one use, and a server that sees it twice revokes what
/// it gave for it (RFC 6749 section 4.1.2). A server that says when to come back is not asked before.
///
/// A refresh whose connection broke is the exception. The refresh token is all that there is, so the next call would spend
/// it again anyhow; and a server that replaces refresh tokens lets the old one pass shortly after its replacement, if at
/// all. Now is the best time. After a time-out that is over, and somebody has waited long enough.
public struct RetryingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let pause: any Pause
    private let retryCount: Int
    private let interval: Double

    /// Makes a transport over another.
    ///
    /// - Parameters:
    ///   - base: sends the requests.
    ///   - pause: waits between two attempts.
    ///   - retryCount: how many times a request is repeated at most; 0 for never.
    ///   - interval: seconds between two attempts.
    public init(_ base: any HTTPTransport, pause: any Pause, retryCount: Int = 1, interval: Double = 0.5) {
        self.base = base
        self.pause = pause
        self.retryCount = min(max(retryCount, 0), 10)
        self.interval = interval
    }

    /// Sends a request, and again if need be; what the last attempt brought is the result.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
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

    /// Whether the wait came to its end: a task that was cancelled makes no further attempt.
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

    /// Whether a request spends a refresh token (RFC 6749 section 6).
    private static func isRefresh(_ request: HTTPRequest) -> Bool {
        guard request.method == .post,
            let form = try? FormParameters(parsing: String(decoding: request.body, as: UTF8.self))
        else { return false }
        return form["grant_type"] == "refresh_token"
    }
}
