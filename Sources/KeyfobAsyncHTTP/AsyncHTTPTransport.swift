#if LinuxTransport
import AsyncHTTPClient
public import KeyfobCore
public import KeyfobOAuth
import NIOCore
import NIOHTTP1
import NIOSSL

/// HTTP by async-http-client: the transport for private certification authorities, and for Keyfob's own executables.
///
/// It sends a request once over HTTP/1.1, follows no redirect, tries a connection once and not until the time is up,
/// and keeps connections open between requests until it is shut down.
///
/// BoringSSL does not implement name constraints on addresses (RFC 5280 section 4.2.1.10) and refuses certificates that
/// it cannot check: under an authority that has such constraints, as Keyfob's own has, a certificate that names an
/// address in addition to its host names is not trusted here.
public final class AsyncHTTPTransport: HTTPTransport {
    private let clients: HostClients
    private let timeoutSeconds: Double
    private let bodyLimit: Int

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - trust: the trusted certification authorities.
    ///   - identity: the certificate to present to servers that request one; nil presents none.
    ///   - timeoutSeconds: from the start of a request to the last byte of its response, in seconds; at most an hour.
    ///   - bodyLimit: the longest body accepted, in bytes.
    ///   - addresses: the addresses of host names that are not looked up in the name service: for a provider under
    ///     names that no name service has. The certificate still has to be for the name.
    /// - Throws: ``AuthError`` with code `configuration` if the file of authorities, or the certificate to present,
    ///   cannot be read.
    public init(
        trust: TLSTrust = .system, identity: ClientIdentity? = nil, timeoutSeconds: Double = 30,
        bodyLimit: Int = 1024 * 1024, addresses: [String: String] = [:]
    ) throws(AuthError) {
        self.timeoutSeconds = timeoutSeconds.isNaN ? 0 : min(max(timeoutSeconds, 0), 3600)
        self.bodyLimit = bodyLimit
        var tls = try trust.configuration()
        try identity?.present(in: &tls)
        clients = HostClients { [tls] name in
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: tls, redirectConfiguration: .disallow)
            configuration.httpVersion = .http1Only
            configuration.dnsOverride = addresses
            // If on, a refused connection or certificate is tried again until the time is up.
            configuration.connectionPool.retryConnectionEstablishment = false
            // Called when a connection is open, before anything is sent over it.
            configuration.http1_1ConnectionDebugInitializer = { name.check($0) }
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }
    }

    /// Closes all connections. Requests after it fail with `cannotConnect`.
    public func shutdown() async { await clients.shutdown() }

    /// Sends a request and returns the response, whatever its status.
    ///
    /// - Throws: ``TransportError``; `cancelled` if the task was cancelled.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let origin = request.url.origin
        let timeoutSeconds = request.timeout(atLeast: timeoutSeconds)
        do {
            return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
                group.addTask { try await self.exchange(request, timeoutSeconds) }
                // The client's own deadline ends with the response's head; this one covers the body.
                group.addTask {
                    try await Task.sleep(for: .seconds(timeoutSeconds))
                    throw AsyncHTTPErrors.timedOut(origin, after: timeoutSeconds)
                }
                defer { group.cancelAll() }
                guard let response = try await group.next() else { throw CancellationError() }
                return response
            }
        } catch {
            throw Task.isCancelled
                ? AsyncHTTPErrors.cancelled(origin) : AsyncHTTPErrors.classify(error, origin: origin)
        }
    }

    private func exchange(_ request: HTTPRequest, _ timeoutSeconds: Double) async throws -> HTTPResponse {
        var outgoing = HTTPClientRequest(url: request.url.description)
        outgoing.method = NIOHTTP1.HTTPMethod(rawValue: request.method.rawValue)
        for (name, value) in request.fields.pairs { outgoing.headers.add(name: name, value: value) }
        if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
        return try await clients.withClient(for: request.url) { client in
            let incoming = try await client.execute(
                outgoing, timeout: .milliseconds(Int64(timeoutSeconds * 1000)))
            return try await read(incoming, of: request)
        }
    }

    private func read(_ incoming: HTTPClientResponse, of request: HTTPRequest) async throws -> HTTPResponse {
        let fields = HTTPFields(incoming.headers.map { ($0.name, $0.value) })
        var response = HTTPResponse(status: Int(incoming.status.code), fields: fields)
        if let announced = fields["Content-Length"].flatMap(Int.init), announced > bodyLimit,
            request.method != .head
        {
            throw AsyncHTTPErrors.tooLarge(request.url.origin, limit: bodyLimit)
        }
        for try await part in incoming.body {
            guard response.body.count + part.readableBytes <= bodyLimit else {
                throw AsyncHTTPErrors.tooLarge(request.url.origin, limit: bodyLimit)
            }
            response.body.append(contentsOf: part.readableBytesView)
        }
        return response
    }
}
#endif
