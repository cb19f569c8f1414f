import Foundation
import KeyfobBackport
import KeyfobOAuth

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request and its response, as the delegate of its own session.
///
/// `@unchecked Sendable`: a subclass of `NSObject` cannot be checked; its only mutable state is behind the `Mutex`.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct State {
        var task: URLSessionDataTask?
        var head: HTTPResponse?
        var body: [UInt8] = []
        var failure: TransportError?
        var continuation: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?
    }
    private let state = Mutex(State())
    private let bodyLimit: Int
    private let origin: String

    init(bodyLimit: Int, origin: String) {
        self.bodyLimit = bodyLimit
        self.origin = origin
    }

    func run(
        _ request: URLRequest, configuration: URLSessionConfiguration
    ) async -> Result<HTTPResponse, TransportError> {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        // The session retains its delegate until it is invalidated.
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let stopped = state.withLock { state -> TransportError? in
                    if state.failure == nil {
                        state.continuation = continuation
                        state.task = task
                    }
                    return state.failure
                }
                if let stopped { return continuation.resume(returning: .failure(stopped)) }
                task.resume()
            }
        } onCancel: {
            stop(TransportError(.cancelled, message: "The request to \(origin) was cancelled by the app."))
        }
    }

    /// Ends the exchange with an error, unless it has ended.
    func stop(_ error: TransportError) {
        let task = state.withLock { state -> URLSessionDataTask? in
            if state.failure == nil { state.failure = error }
            return state.task
        }
        // First, since `URLSession` reports a cancelled task without the reason, and at any time.
        finish(.failure(error))
        task?.cancel()
    }

    private func finish(_ result: Result<HTTPResponse, TransportError>) {
        let continuation = state.withLock { $0.continuation.take() }
        continuation?.resume(returning: result)
    }

    private func tooLarge() -> TransportError {
        TransportError(.bodyTooLarge, message: "\(origin) responded with more than \(bodyLimit) bytes.")
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let head = Self.head(response)
        state.withLock { $0.head = head }
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        guard let response = response as? HTTPURLResponse else {
            completionHandler(.cancel)
            return stop(TransportError(.invalidResponse, message: "\(origin) did not respond with HTTP."))
        }
        let head = Self.head(response)
        state.withLock { $0.head = head }
        guard response.expectedContentLength <= Int64(bodyLimit) else {
            completionHandler(.cancel)
            return stop(tooLarge())
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = state.withLock { state in
            guard state.body.count + data.count <= bodyLimit else { return false }
            state.body.append(contentsOf: data)
            return true
        }
        if !fits { stop(tooLarge()) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(.failure(URLSessionErrors.classify(error, origin: origin))) }
        let response = state.withLock { state -> HTTPResponse? in
            guard var response = state.head else { return nil }
            response.body = state.body
            return response
        }
        guard let response else {
            return finish(.failure(TransportError(.invalidResponse, message: "\(origin) did not respond with HTTP.")))
        }
        finish(.success(response))
    }

    private static func head(_ response: HTTPURLResponse) -> HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { fields.append(name, value) }
        }
        return HTTPResponse(status: response.statusCode, fields: fields)
    }
}
