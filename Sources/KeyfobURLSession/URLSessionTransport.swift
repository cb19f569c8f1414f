import Foundation
import KeyfobCore
public import KeyfobOAuth

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// HTTP by Foundation's `URLSession`: the transport that needs no package.
///
/// It sends a request once, follows no redirect, keeps no cookies, cache or credentials, and uses each connection for
/// one request: a request on a connection that the server has just given up is one that `URLSession` would repeat by
/// itself, and a repeated request spends its code twice. What may be repeated `RetryingTransport` knows.
///
/// On Linux it trusts the certification authorities of the system's bundle and no others: there `URLSession` asks no
/// delegate about a server's certificate and reads neither `SSL_CERT_FILE` nor any other variable (measured with Swift
/// 6.3). For a private authority inject `AsyncHTTPTransport` of the module `KeyfobAsyncHTTP`, or add the authority to
/// the system's bundle. Known weakness there: a server that breaks off inside its answer's head, and closes in good
/// order, ends the process (`fatalError` in FoundationNetworking's `NativeProtocol`, out of our reach). Over TLS only
/// the provider itself can do that; a service that must survive it uses `AsyncHTTPTransport`.
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
    /// - Throws: ``TransportError`` as the port says; of the task's cancellation `cancelled`.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let timeoutSeconds = request.timeout(atLeast: timeoutSeconds)
        let exchange = URLSessionExchange(bodyLimit: bodyLimit, origin: request.url.origin)
        let timer = Task {
            try await Task.sleep(for: .seconds(timeoutSeconds))
            exchange.stop(
                TransportError(
                    .timedOut,
                    message: "\(request.url.origin) did not answer in full within \(timeoutSeconds) seconds."))
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
                .cannotConnect, message: "\(request.url.origin) cannot be asked: the URL is malformed.")
        }
        // Foundation's own time-out runs between packets; a second more leaves the last word to the total one.
        var urlRequest = URLRequest(url: url, timeoutInterval: timeoutSeconds + 1)
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        for (name, value) in request.fields.pairs { urlRequest.addValue(value, forHTTPHeaderField: name) }
        if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
        return urlRequest
    }
}
