import KeyfobUserAgents

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Serves a window on a loopback port: one thread, one `poll`, all connections at once. A connection that requests a
/// page that is not available yet is kept until it is.
struct WindowServer {
    private struct Peer {
        let socket: FileDescriptor
        var received: [UInt8] = []
        var output: ArraySlice<UInt8> = []
        /// A request that waits for its response.
        var pending: WindowRequest?
        var isDone = false
    }

    private static let peerLimit = 64

    let handler: WindowRequestHandler
    let sockets: LoopbackSockets
    let wake: WakePipe
    private var peers: [Peer] = []

    init(handler: WindowRequestHandler, sockets: LoopbackSockets, wake: WakePipe) {
        self.handler = handler
        self.sockets = sockets
        self.wake = wake
    }

    /// Serves until a few seconds after the window has ended, so that the browser can fetch the last page.
    ///
    /// - Parameter deadline: the user's time limit, at which the window ends.
    mutating func serve(until deadline: ContinuousClock.Instant) {
        defer {
            for peer in peers { peer.socket.close() }
            for listener in sockets.listeners { listener.close() }
        }
        var end = deadline
        var hasEnded = false
        while true {
            if handler.isEnded, !hasEnded {
                hasEnded = true
                end = .now + .seconds(3)
            }
            respondToWaiting()
            var set = [pollfd(fd: wake.reading.number, events: Int16(POLLIN), revents: 0)]
            set += sockets.listeners.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
            set += peers.map {
                pollfd(fd: $0.socket.number, events: Int16($0.output.isEmpty ? POLLIN : POLLOUT), revents: 0)
            }
            let left = (end - .now) / .milliseconds(1)
            let ready = poll(&set, nfds_t(set.count), Int32(max(0, min(left.rounded(.up), 3_600_000))))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else {
                if ready == 0, ContinuousClock.now < end { continue }
                handler.end()
                return
            }
            if set[0].revents != 0 { drainWake() }
            for index in peers.indices where set[1 + sockets.listeners.count + index].revents != 0 { advance(index) }
            for peer in peers where peer.isDone { peer.socket.close() }
            peers.removeAll(where: \.isDone)
            for index in sockets.listeners.indices where set[1 + index].revents != 0 {
                acceptPeers(of: sockets.listeners[index])
            }
        }
    }

    private mutating func acceptPeers(of listener: FileDescriptor) {
        while true {
            let number = accept(listener.number, nil, nil)
            guard number >= 0 else { return }
            let socket = FileDescriptor(number: number)
            socket.makeNonBlockingAndPrivate()
            peers.append(Peer(socket: socket))
            if peers.count > Self.peerLimit { peers.removeFirst().socket.close() }
        }
    }

    private mutating func advance(_ index: Int) {
        if !peers[index].output.isEmpty { return write(index) }
        var buffer = [UInt8](repeating: 0, count: 16384)
        let count = recv(peers[index].socket.number, &buffer, buffer.count, 0)
        guard count > 0 else {
            if count == 0 || (errno != EAGAIN && errno != EINTR) { peers[index].isDone = true }
            return
        }
        guard peers[index].pending == nil else { return }
        peers[index].received += buffer[..<count]
        switch WindowRequest.read(peers[index].received) {
        case .incomplete: return
        case .refused: respond(index, .refused(400, "The request is malformed."))
        case .complete(let request):
            switch handler.answer(request) {
            case .respond(let response): respond(index, response)
            case .wait: peers[index].pending = request
            }
        }
    }

    private mutating func respondToWaiting() {
        for index in peers.indices {
            guard let request = peers[index].pending, case .respond(let response) = handler.answer(request) else {
                continue
            }
            peers[index].pending = nil
            respond(index, response)
        }
    }

    private mutating func respond(_ index: Int, _ response: WindowResponse) {
        peers[index].output = response.bytes[...]
        write(index)
    }

    private mutating func write(_ index: Int) {
        while !peers[index].output.isEmpty {
            let count = peers[index].output.withUnsafeBytes {
                send(peers[index].socket.number, $0.baseAddress, $0.count, FileDescriptor.sendFlags)
            }
            guard count > 0 else {
                if errno != EAGAIN && errno != EINTR { peers[index].isDone = true }
                return
            }
            peers[index].output = peers[index].output.dropFirst(count)
        }
        // The browser closes the connection once it has read the response; further input is discarded until then.
        shutdown(peers[index].socket.number, Int32(SHUT_WR))
    }

    private func drainWake() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while read(wake.reading.number, &buffer, buffer.count) > 0 {}
    }
}
