import KeyfobCore
import NIOCore
import NIOPosix
import NIOSSL
import Testing

/// An HTTPS server that returns an empty 200 for every request.
struct TLSServer {
    private let channel: any Channel
    /// The number of times that data was received after a handshake.
    let received = Box()

    init(_ identity: (certificatePEM: String, privateKeyPEM: String)) async throws {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(identity.certificatePEM.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKeyPEM.utf8), format: .pem)
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key)))
        let received = received
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLServerHandler(context: context), Answering(received: received))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    func url(_ host: String) throws -> HTTPURL {
        try #require(HTTPURL("https://\(host):\(channel.localAddress?.port ?? 0)/"))
    }

    func stop() async { try? await channel.close() }
}

private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let received: Box<Int>

    init(received: Box<Int>) { self.received = received }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.value += 1
        let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }

    // A client that does not trust the server ends the handshake, as the test expects.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
