#if Server
import HummingbirdCore
import Logging
import NIOCore

/// The progress of a request on a connection.
enum RequestProgress: Sendable {
    /// It was read. The time until its response is ready is not counted against the client.
    ///
    /// - Parameter gone: called if the client closes the connection meanwhile, so that no client reads the response.
    case handling(gone: @Sendable () -> Void)
    /// Its response is being written.
    case writing
    /// Its response is written, and the next request may follow.
    case done
}

/// Counts a connection, and closes it if the client takes too long over the handshake, a request or a response. An idle
/// timeout alone would accept a client that sends one byte now and then.
final class ConnectionGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let gate: ConnectionGate
    private let limits: ServerLimits
    /// When the connection is closed; nil while its request is handled.
    private var deadline: NIODeadline?
    /// Looks at the deadline. A deadline that moves on needs no other timer: a loop with many connections takes long to
    /// remove one.
    private var timer: Scheduled<Void>?
    private var isCounted = false
    /// Whether the client sends nothing more.
    private var isClosed = false
    /// Ends the request that is handled; nil between requests.
    private var gone: (@Sendable () -> Void)?

    init(_ gate: ConnectionGate, _ limits: ServerLimits) {
        self.gate = gate
        self.limits = limits
    }

    func channelActive(context: ChannelHandlerContext) {
        isCounted = true
        switch gate.enter(context.channel) {
        case .admitted: wait(limits.requestSeconds, context)
        case .overLimit: wait(min(limits.requestSeconds, ServerLimits.secondsOverLimit), context)
        case .refused:
            context.close(promise: nil)
            return
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        if isCounted { gate.leave(context.channel) }
        isCounted = false
        close()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let progress = event as? RequestProgress else {
            // A client that closes the connection does so before TLS tells, or without it.
            if (event as? ChannelEvent) == .inputClosed { close() }
            return context.fireUserInboundEventTriggered(event)
        }
        deadline = nil
        if case .handling(let gone) = progress {
            self.gone = gone
            if isClosed { close() }
        } else {
            gone = nil
            wait(limits.requestSeconds, context)
        }
    }

    private func close() {
        isClosed = true
        gone?()
        gone = nil
    }

    private func wait(_ seconds: Int, _ context: ChannelHandlerContext) {
        let end = NIODeadline.now() + .seconds(Int64(seconds))
        deadline = end
        if timer == nil { look(at: end, context.channel) }
    }

    private func look(at time: NIODeadline, _ channel: any Channel) {
        let loop = channel.eventLoop
        let own = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(deadline: time) { own.value.check(channel) }
    }

    private func check(_ channel: any Channel) {
        timer = nil
        guard let deadline else { return }
        if deadline <= .now() { return channel.close(promise: nil) }
        look(at: deadline, channel)
    }
}

/// A channel whose connections are counted and have deadlines before any of their bytes are read.
struct GuardedChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    let base: Base
    let gate: ConnectionGate
    let limits: ServerLimits

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionGuard(gate, limits))
        }.flatMap { base.setup(channel: channel, logger: logger) }
            .flatMapThrowing { value in
                try TargetHandler.add(to: channel)
                return value
            }
    }

    func handle(value: Value, logger: Logger) async {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            return await base.handle(value: value, logger: logger)
        }
        await withTaskExecutorPreference(ConnectionExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}
#endif
