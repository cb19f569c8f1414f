import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Sends a request again as MSAL does: if the server answered with 5xx, or the request could not be sent.
struct RetryingTransport: HTTPTransport {
    let base: any HTTPTransport
    let retries: Int
    /// Seconds between two tries.
    let interval: Double
    let pause: any Pause

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        for _ in 0..<max(0, retries) {
            let outcome = await outcome(request)
            guard isWorthRetrying(outcome) else { return try outcome.get() }
            do {
                try await pause.wait(seconds: interval)
            } catch {
                throw TransportError(.cancelled, message: error.message, underlying: error)
            }
        }
        return try await base.send(request)
    }

    private func outcome(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
        do throws(TransportError) {
            return .success(try await base.send(request))
        } catch {
            return .failure(error)
        }
    }

    /// A server that says when to come back is not asked before.
    private func isWorthRetrying(_ outcome: Result<HTTPResponse, TransportError>) -> Bool {
        switch outcome {
        case .success(let response): response.status >= 500 && response.fields["Retry-After"] == nil
        case .failure(let error): error.code == .cannotConnect || error.code == .timedOut
        }
    }
}
