#if Server
import HTTPTypes
import HummingbirdCore
import KeyfobCore
import KeyfobOAuth
import NIOCore
import NIOSSL

/// One request and its response.
struct Exchange: Sendable {
    let hosts: Set<String>
    let publicPorts: Set<Int>
    let limits: ServerLimits
    let clock: any WallClock
    /// Whether the server requests a certificate from the peer.
    let asksForCertificate: Bool
    /// The largest body of a request, if the handler reads more than the limits say.
    let bodyBytes: ProviderServer.BodyLimit?
    /// Called with the status of each request that does not reach the handler.
    let refused: (@Sendable (Int) -> Void)?
    let handler: ProviderServer.PeerHandler
    let gate: ConnectionGate

    init(
        hosts: Set<String>, publicPorts: Set<Int>, limits: ServerLimits, clock: any WallClock,
        asksForCertificate: Bool, bodyBytes: ProviderServer.BodyLimit?, refused: (@Sendable (Int) -> Void)?,
        handler: @escaping ProviderServer.PeerHandler
    ) {
        self.bodyBytes = bodyBytes
        self.refused = refused
        self.hosts = hosts
        self.publicPorts = publicPorts
        self.limits = limits
        self.clock = clock
        self.asksForCertificate = asksForCertificate
        self.handler = handler
        gate = ConnectionGate(limits)
    }

    func respond(
        to request: HummingbirdCore.Request, with writer: consuming ResponseWriter, on channel: any Channel
    ) async throws {
        let answer: KeyfobOAuth.HTTPResponse
        var closes = false
        // Reads the request in any case: a connection that is closed with unread bytes may lose its response.
        let reading = try await read(request, on: channel, answering: writer)
        switch gate.isOverLimit(channel) ? .refused(.tooManyConnections) : reading {
        case .request(let message):
            let peer = ConnectionPeer(
                address: channel.remoteAddress?.ipAddress, certificate: try await certificate(on: channel))
            guard let found = await handled(message, peer, on: channel) else { throw ClosedOnPurpose() }
            answer = found
        case .refused(let refusal):
            refused?(refusal.status)
            answer = refusal.response
            closes = refusal.closesConnection
        }
        channel.pipeline.fireUserInboundEventTriggered(RequestProgress.writing)
        try await write(answer, isHead: request.method == .head, closes: closes, with: writer)
        channel.pipeline.fireUserInboundEventTriggered(RequestProgress.done)
        if closes { throw ClosedOnPurpose() }
    }

    /// The handler's response. Its task is cancelled if the client closes the connection meanwhile.
    private func handled(
        _ message: KeyfobOAuth.HTTPRequest, _ peer: ConnectionPeer, on channel: any Channel
    ) async -> KeyfobOAuth.HTTPResponse? {
        let handler = handler
        let work: Task<KeyfobOAuth.HTTPResponse?, Never>
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            work = Task(executorPreference: ConnectionExecutor(channel.eventLoop)) { await handler(message, peer) }
        } else {
            work = Task { await handler(message, peer) }
        }
        channel.pipeline.fireUserInboundEventTriggered(RequestProgress.handling(gone: { work.cancel() }))
        return await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// The peer's own certificate in DER, whose key the handshake has proved; nil if it presented none.
    private func certificate(on channel: any Channel) async throws -> [UInt8]? {
        guard asksForCertificate else { return nil }
        return try await channel.nioSSL_peerCertificate().flatMapThrowing { try $0?.toDERBytes() }.get()
    }

    private func read(
        _ request: HummingbirdCore.Request, on channel: any Channel, answering writer: borrowing ResponseWriter
    ) async throws -> RequestReading {
        let url: HTTPURL
        let ports = publicPorts.union([channel.localAddress?.port].compactMap { $0 })
        switch RequestReading.url(of: request.head, hosts: hosts, ports: ports) {
        case .success(let found): url = found
        case .failure(let refusal): return .refused(refusal)
        }
        var most = limits.bodyBytes
        if let bodyBytes, case .request(let head) = RequestReading.message(request.head, url: url, body: []) {
            most = max(most, bodyBytes(head))
        }
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        if announced > most + limits.discardedBytes { return .refused(.bodyTooLarge(closing: true)) }
        if request.headers[.expect]?.lowercased() == "100-continue" {
            guard announced <= most else { return .refused(.bodyTooLarge(closing: true)) }
            try await writer.writeInformationalHead(.init(status: .continue))
        }
        var body: [UInt8] = []
        body.reserveCapacity(min(announced, most))
        var discarded = 0
        for try await part in request.body {
            if discarded == 0, body.count + part.readableBytes <= most {
                body.append(contentsOf: part.readableBytesView)
            } else {
                discarded += body.count + part.readableBytes
                body = []
                if discarded > most + limits.discardedBytes {
                    return .refused(.bodyTooLarge(closing: true))
                }
            }
        }
        if discarded > 0 { return .refused(.bodyTooLarge(closing: false)) }
        return RequestReading.message(request.head, url: url, body: body)
    }

    private func write(
        _ answer: KeyfobOAuth.HTTPResponse, isHead: Bool, closes: Bool, with writer: consuming ResponseWriter
    ) async throws {
        var head = HTTPTypes.HTTPResponse(answer, date: DateField.text(unixSeconds: Int64(clock.unixSeconds)))
        if closes { head.headerFields[.connection] = "close" }
        let body = isHead ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        try await writer.write(response: head, body: body)
    }

    /// Closes a connection on which the rest of a body is not read, or which gets no response.
    private struct ClosedOnPurpose: Error {}
}

/// The other end of a connection, as the connection itself shows it: nothing in a request can claim it.
package struct ConnectionPeer: Sendable, Hashable {
    /// Its address, as text; nil if the connection does not use an internet protocol.
    package let address: String?
    /// Its own certificate in DER, if the server requested one; nil if it presented none. The handshake has proved that
    /// the peer holds its key; the handler checks the issuer and the validity.
    package let certificate: [UInt8]?

    /// Describes a peer.
    package init(address: String?, certificate: [UInt8]? = nil) {
        self.address = address
        self.certificate = certificate
    }
}

extension HTTPTypes.HTTPResponse {
    /// The head of a response as it is written to the connection.
    ///
    /// Leaves out a field whose name is not a token, and replaces a status that HTTP does not define with 500, so that
    /// neither ends the process.
    init(_ answer: KeyfobOAuth.HTTPResponse, date: String?) {
        let status = (200...599).contains(answer.status) ? answer.status : 500
        var fields = HTTPTypes.HTTPFields()
        for (name, value) in answer.fields.pairs {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        fields[.contentLength] = String(answer.body.count)
        if let date, fields[.date] == nil { fields[.date] = date }
        self.init(status: .init(code: status), headerFields: fields)
    }
}
#endif
