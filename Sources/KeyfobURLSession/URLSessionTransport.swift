import Foundation
import KeyfobCore
public import KeyfobOAuth

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP by Foundation's `URLSession`: the transport that needs no package.
///
/// It sends a request once, follows no redirect, stores no cookies, cache or credentials, and uses each connection for
/// one request. `URLSession` itself repeats a request on a connection that the server has just closed, and a repeated
/// request redeems its code twice. Requests that may be repeated are `RetryingTransport`'s concern.
///
/// On Linux it trusts the certification authorities of the system's bundle only: there `URLSession` does not call a
/// delegate for a server's certificate and reads neither `SSL_CERT_FILE` nor any other variable (measured with Swift
/// 6.3). For a private authority pass `AsyncHTTPTransport` of the module `KeyfobAsyncHTTP`, or add the authority to the
/// system's bundle. A known weakness there: a server that closes the connection in order within the head of its
/// response ends the process (`fatalError` in FoundationNetworking's `NativeProtocol`, which cannot be caught). Over
/// TLS only the provider itself can do that; a service that must survive it uses `AsyncHTTPTransport`.
public struct URLSessionTransport: HTTPTransport {
    private let timeoutSeconds: Double
    private let bodyLimit: Int

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: from the start of a request to the last byte of its response, in seconds; at most an hour.
    ///   - bodyLimit: the longest body accepted, in bytes.
    public init(timeoutSeconds: Double = 30, bodyLimit: Int = 1024 * 1024) {
        self.timeoutSeconds = timeoutSeconds.isNaN ? 0 : min(max(timeoutSeconds, 0), 3600)
        self.bodyLimit = bodyLimit
    }

    /// Sends a request and returns the response, whatever its status.
    ///
    /// - Throws: ``TransportError``; `cancelled` if the task was cancelled.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let timeoutSeconds = request.timeout(atLeast: timeoutSeconds)
        let exchange = URLSessionExchange(bodyLimit: bodyLimit, origin: request.url.origin)
        let timer = Task {
            try await Task.sleep(for: .seconds(timeoutSeconds))
            exchange.stop(
                TransportError(
                    .timedOut,
                    message: "\(request.url.origin) did not respond in full within \(timeoutSeconds) seconds."))
        }
        defer { timer.cancel() }
        let urlRequest = try Self.urlRequest(request, timeoutSeconds: timeoutSeconds)
        return try await exchange.run(urlRequest, configuration: Self.configuration()).get()
    }

    private static func configuration() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        return configuration
    }

    private static func urlRequest(
        _ request: HTTPRequest, timeoutSeconds: Double
    ) throws(TransportError) -> URLRequest {
        guard let url = URL(string: request.url.description) else {
            throw TransportError(
                .cannotConnect, message: "\(request.url.origin) cannot be reached: the URL is malformed.")
        }
        // Foundation's own time-out runs between packets; with a second more, the total one ends first.
        var urlRequest = URLRequest(url: url, timeoutInterval: timeoutSeconds + 1)
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        for (name, value) in request.fields.pairs { urlRequest.addValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
        return urlRequest
    }
}
