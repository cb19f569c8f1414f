#if Server
import KeyfobOAuth
import NIOCore
import NIOHTTP1

/// Brings a request in absolute-form into origin-form (RFC 9112 section 3.2.2): the target's authority replaces that of
/// `Host`. The parser after it would drop the target's authority and believe `Host`.
final class TargetHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    /// Adds the handler after the parser of requests.
    static func add(to channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(TargetHandler(), position: .after(parser))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.uri.utf8.first != UInt8(ascii: "/") else {
            return context.fireChannelRead(data)
        }
        if let (host, path) = RequestTarget.parts(absolute: head.uri), head.headers["Host"].count == 1 {
            head.uri = path
            head.headers.replaceOrAdd(name: "Host", value: host)
        } else {
            // No target that a request can have here: reading it refuses it.
            head.uri = "*"
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
#endif
