import KeyfobAsyncHTTP
import KeyfobOAuth
import KeyfobURLSession
import Testing

/// The transports that the rules are tested with.
enum AnyTransport: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case urlSession, asyncHTTP

    var testDescription: String { rawValue }

    /// Calls a closure with a transport of this kind.
    func use<Result: Sendable>(
        timeoutSeconds: Double = 60, bodyLimit: Int = 1024 * 1024,
        _ body: @Sendable (any HTTPTransport) async throws -> Result
    ) async throws -> Result {
        switch self {
        case .urlSession:
            return try await body(URLSessionTransport(timeoutSeconds: timeoutSeconds, bodyLimit: bodyLimit))
        case .asyncHTTP:
            let transport = try AsyncHTTPTransport(timeoutSeconds: timeoutSeconds, bodyLimit: bodyLimit)
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body(transport)) } catch { result = .failure(error) }
            await transport.shutdown()
            return try result.get()
        }
    }

    /// Returns the code with which a request fails; nil if it succeeds.
    func failure(
        of request: HTTPRequest, timeoutSeconds: Double = 60, bodyLimit: Int = 1024 * 1024
    ) async throws -> TransportError.Code? {
        try await use(timeoutSeconds: timeoutSeconds, bodyLimit: bodyLimit) { transport in
            do {
                _ = try await transport.send(request)
                return nil
            } catch let error as TransportError {
                return error.code
            }
        }
    }
}
