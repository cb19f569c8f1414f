import Foundation
import KeyfobBackport

/// A connection that carries frames, served by a ``SocketLoop``.
///
/// Sending writes at once, from the caller's thread, as much as the kernel takes; the loop writes the rest. Frames
/// arrive on the loop's thread, in order.
package final class FramedSocket: SocketSource {
    private struct State {
        var outgoing: [UInt8] = []
        var written = 0
        var assembler: FrameAssembler
        /// The pieces that were read and wait to be handled, and how many of them were handled.
        var incoming: [FrameAssembler.Piece] = []
        var handedOut = 0
        /// The error that ends the connection when all of them were handled.
        var readFault: SocketError?
        var isClosed = false
        var fault: SocketError?
        var hasEnded = false

        var waiting: Int { outgoing.count - written }
        /// Whether earlier input has to be handled first.
        var hasIncoming: Bool { handedOut < incoming.count || readFault != nil }

        /// Returns the next piece to handle: none after the end, nor while too much waits to be written, after which
        /// the loop calls the socket again.
        ///
        /// - Returns: the piece, whether another may follow at once, and the error that ends the connection if none is
        ///   left.
        mutating func next() -> (piece: FrameAssembler.Piece?, isMore: Bool, fault: SocketError?) {
            guard !isClosed else { return (nil, false, nil) }
            guard handedOut < incoming.count else { return (nil, false, readFault) }
            guard waiting < FrameLimit.highWater else { return (nil, false, nil) }
            let piece = incoming[handedOut]
            handedOut += 1
            guard handedOut == incoming.count else { return (piece, true, nil) }
            incoming = []
            handedOut = 0
            return (piece, false, readFault)
        }
    }

    /// How many frames are handled in a turn, before the other connections are served.
    private static let framesPerTurn = 4

    /// The connection's descriptor.
    package let descriptor: Int32
    private let loop: SocketLoop
    private let state: Mutex<State>
    private let received: @Sendable ([UInt8]) -> Void
    private let tooLarge: (@Sendable (Int) -> Void)?
    private let ended: @Sendable (SocketError?) -> Void

    /// Takes over a connection; it is not served before ``start()``.
    ///
    /// - Parameters:
    ///   - descriptor: a descriptor from ``UnixSocket``; closed by this object.
    ///   - loop: serves the connection.
    ///   - received: called with each frame, on the loop's thread.
    ///   - tooLarge: called with the length of a frame that is larger than ``FrameLimit/bytes``, in its order; its
    ///     bytes are read and dropped. If it is nil, such a frame ends the connection.
    ///   - ended: called once, on the loop's thread; with nil if the other end closed the connection between frames.
    package init(
        descriptor: Int32, loop: SocketLoop, received: @escaping @Sendable ([UInt8]) -> Void,
        tooLarge: (@Sendable (Int) -> Void)? = nil, ended: @escaping @Sendable (SocketError?) -> Void
    ) {
        self.descriptor = descriptor
        self.loop = loop
        self.received = received
        self.tooLarge = tooLarge
        state = Mutex(State(assembler: FrameAssembler(skipsTooLarge: tooLarge != nil)))
        self.ended = ended
    }

    /// Begins to read.
    package func start() { loop.add(self) }

    /// Sends a frame without blocking.
    ///
    /// - Throws: ``SocketError/closed``, ``SocketError/frameTooLarge``, and ``SocketError/backlog`` if the other end
    ///   does not read.
    package func send(_ frame: [UInt8]) throws(SocketError) {
        let header = try FrameAssembler.header(frame.count)
        let isLeft = try state.withLock { state throws(SocketError) -> Bool in
            guard !state.isClosed else { throw .closed }
            guard state.waiting + frame.count <= FrameLimit.backlog else { throw .backlog }
            let wasEmpty = state.waiting == 0
            state.outgoing.append(contentsOf: header)
            state.outgoing.append(contentsOf: frame)
            if wasEmpty { Self.write(descriptor, &state) }
            return wasEmpty && state.waiting > 0
        }
        if isLeft { loop.wake() }
    }

    /// How many bytes wait to be written, because the other end does not read.
    package var waiting: Int { state.withLock { $0.waiting } }

    /// Ends the connection; bytes that wait to be written are lost.
    package func close() { finish(nil) }

    /// `POLLIN` unless too much waits to be written or to be handled, `POLLOUT` if bytes wait to be written; nil once
    /// closed.
    package var interest: Int16? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let mayRead = state.waiting < FrameLimit.highWater && !state.hasIncoming
            return Int16(mayRead ? POLLIN : 0) | Int16(state.waiting > 0 ? POLLOUT : 0)
        }
    }

    /// Writes waiting bytes and reads available ones.
    package func ready(_ events: Int16) {
        if events & Int16(POLLOUT) != 0 { state.withLock { Self.write(descriptor, &$0) } }
        // The end is reported even if no event was requested.
        let mayRead = events & Int16(POLLIN) != 0 || !state.withLock { $0.hasIncoming }
        if events & Int16(POLLIN | POLLHUP | POLLERR) != 0, mayRead { read() }
        handOut()
        if events & Int16(POLLNVAL) != 0 { finish(.closed) }
    }

    /// Closes the descriptor and reports the end.
    package func forgotten() {
        let (isFirst, fault) = state.withLock { state in
            defer { (state.isClosed, state.hasEnded) = (true, true) }
            return (!state.hasEnded, state.fault)
        }
        guard isFirst else { return }
        UnixSocket.close(descriptor)
        ended(fault)
    }

    private func read() {
        // One read a turn: the other connections are served before this one's next.
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR { return }
            guard count > 0 else {
                let isWithinFrame = state.withLock { $0.assembler.isWithinFrame }
                return finish(count < 0 ? .system("Cannot read", errno) : isWithinFrame ? .truncated : nil)
            }
            state.withLock { state in
                var pieces: [FrameAssembler.Piece] = []
                do throws(SocketError) {
                    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    try state.assembler.takePieces(bytes) { pieces.append($0) }
                } catch {
                    state.readFault = error
                }
                if state.incoming.isEmpty { state.incoming = pieces } else { state.incoming += pieces }
            }
        }
    }

    /// Handles a turn's share of the input; the rest follows after the other connections were served.
    private func handOut() {
        for _ in 0..<Self.framesPerTurn {
            let (piece, isMore, fault) = state.withLock { $0.next() }
            switch piece {
            case .frame(let frame)?: received(frame)
            case .tooLarge(let length)?: tooLarge?(length)
            case nil: break
            }
            if let fault { finish(fault) }
            guard isMore else { return }
        }
        loop.again(self)
    }

    private func finish(_ fault: SocketError?) {
        state.withLock { state in
            if !state.isClosed { state.fault = fault }
            state.isClosed = true
        }
        loop.wake()
    }

    private static func write(_ descriptor: Int32, _ state: inout State) {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        while state.waiting > 0 {
            let count = state.outgoing.withUnsafeBytes { bytes in
                Foundation.send(descriptor, bytes.baseAddress.map { $0 + state.written }, state.waiting, flags)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { break }
            guard count > 0 else {
                // Reading finds the end, and reports it.
                state.outgoing.removeAll()
                state.written = 0
                return
            }
            state.written += count
        }
        if state.written == state.outgoing.count {
            state.outgoing.removeAll(keepingCapacity: state.outgoing.capacity <= 1 << 16)
            state.written = 0
        } else if state.written > 1 << 16 {
            state.outgoing.removeFirst(state.written)
            state.written = 0
        }
    }
}
