#if Server
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Serves the metrics of this process as text, at `GET /metrics` of an address of its own, without TLS.
package enum MetricsServer {
    private static let limits = ServerLimits(
        bodyBytes: 0, discardedBytes: 1 << 16, headerBytes: 8 << 10, idleSeconds: 30, connections: 20,
        connectionsOverLimit: 0, requestSeconds: 30)

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - host: the address to listen on.
    ///   - port: the port; 0 takes a free one.
    ///   - mediaType: the media type of the text.
    ///   - text: makes the text.
    /// - Returns: the running server.
    /// - Throws: ``ListenError``, with a description to show to the user.
    package static func start(
        host: String, port: Int, mediaType: String, text: @escaping @Sendable () -> String
    ) async throws(ListenError) -> RunningServer {
        let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(host)
        let http = HTTP1Channel(
            responder: { request, writer, _ in
                let status = Self.status(of: request.head, isLoopback: isLoopback)
                var head = HTTPTypes.HTTPResponse(status: status)
                head.headerFields[.contentType] = status == .ok ? mediaType : "text/plain; charset=utf-8"
                head.headerFields[.cacheControl] = "no-store"
                head.headerFields[.xContentTypeOptions] = "nosniff"
                let body = status == .ok ? text() : "The metrics are at GET /metrics.\n"
                let bytes = ByteBuffer(string: body)
                head.headerFields[.contentLength] = String(bytes.readableBytes)
                try await writer.write(
                    response: head, body: request.method == .head ? ResponseBody() : ResponseBody(byteBuffer: bytes))
            },
            configuration: HTTP1Channel.Configuration(
                idleTimeout: .seconds(Int64(limits.idleSeconds)),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
                    maxHeaderFieldCount: limits.headerCount)))
        let channel = GuardedChannel(base: http, gate: ConnectionGate(limits), limits: limits)
        let address = host == "localhost" ? "127.0.0.1" : host
        return RunningServer(
            listeners: [try await Listener.start(address: address, port: port, channel: channel, logger: nil)])
    }

    /// On loopback a request has to name this machine, so that no page in a browser reads the metrics under a name that
    /// resolves to it.
    private static func status(of head: HTTPTypes.HTTPRequest, isLoopback: Bool) -> HTTPTypes.HTTPResponse.Status {
        let host = head.authority.map { authority in
            authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        }
        if isLoopback, !["127.0.0.1", "[::1]", "localhost"].contains(host.map(String.init) ?? "") {
            return .misdirectedRequest
        }
        guard head.path == "/metrics" else { return .notFound }
        return head.method == .get || head.method == .head ? .ok : .methodNotAllowed
    }
}
#endif
