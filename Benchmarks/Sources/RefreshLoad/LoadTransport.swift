import AsyncHTTPClient
import KeyfobOAuth
import NIOCore
import NIOSSL

/// HTTP over kept connections, trusting one authority: as cheap as the load can make it.
struct LoadTransport: HTTPTransport {
    private let client: HTTPClient

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - caFile: the authority's certificate.
    ///   - connections: the largest number of clients that send at once; each gets a connection.
    init(caFile: String, connections: Int) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(caFile)
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        do {
            var outgoing = HTTPClientRequest(url: request.url.description)
            outgoing.method = .RAW(value: request.method.rawValue)
            for (name, value) in request.fields.pairs { outgoing.headers.add(name: name, value: value) }
            if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
            let incoming = try await client.execute(outgoing, timeout: .seconds(30))
            let body = try await incoming.body.collect(upTo: 1 << 20)
            return HTTPResponse(
                status: Int(incoming.status.code), fields: HTTPFields(incoming.headers.map { ($0.name, $0.value) }),
                body: Array(body.readableBytesView))
        } catch {
            throw TransportError(.cannotConnect, message: "The load got no answer.", underlying: error)
        }
    }

    func shutdown() async throws { try await client.shutdown() }
}
