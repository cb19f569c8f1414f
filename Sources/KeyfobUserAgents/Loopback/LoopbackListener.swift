import KeyfobCore
import KeyfobFlows

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Serves the loopback sockets until the redirect has arrived and its page is sent: one thread and one `poll` for all
/// connections, so that an idle connection does not block the others.
struct LoopbackListener {
    let address: LoopbackAddress
    let accepting: @Sendable (String) -> RedirectDecision
    let control: LoopbackControl

    private struct Peer {
        let socket: FileDescriptor
        var connection = LoopbackConnection()
    }
    private var peers: [Peer] = []
    private var accepted: (from: FileDescriptor, page: ResultPage)?
    private var hasAnswered = false

    /// The number of open connections; the oldest is closed when another is accepted.
    private static let peerLimit = 64

    /// How long the browser waits for the page after its redirect: the code is redeemed meanwhile.
    private static let patience = Duration.seconds(180)

    init(
        address: LoopbackAddress, control: LoopbackControl, accepting: @escaping @Sendable (String) -> RedirectDecision
    ) {
        self.address = address
        self.control = control
        self.accepting = accepting
    }

    /// Why no redirect arrived.
    enum Stop: Error { case woken, timedOut }

    /// Serves requests. Reports the accepted redirect at once, and returns when its page is sent.
    mutating func serve(
        _ sockets: LoopbackSockets, until deadline: ContinuousClock.Instant, wake: WakePipe
    ) throws(Stop) {
        defer { for peer in peers { peer.socket.close() } }
        var end = deadline
        while true {
            var set = [pollfd(fd: wake.reading.number, events: Int16(POLLIN), revents: 0)]
            set += sockets.listeners.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
            set += peers.map {
                pollfd(fd: $0.socket.number, events: Int16($0.connection.wantsToWrite ? POLLOUT : POLLIN), revents: 0)
            }
            let ready = poll(&set, nfds_t(set.count), Self.milliseconds(until: end))
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0 else {
                if ready == 0 && ContinuousClock.now < end { continue }
                if accepted != nil { return }
                throw .timedOut
            }
            let hadRedirect = accepted != nil
            for index in peers.indices where set[1 + sockets.listeners.count + index].revents != 0 {
                var peer = peers[index]
                advance(&peer)
                peers[index] = peer
            }
            for peer in peers where peer.connection.isDone { peer.socket.close() }
            peers.removeAll { $0.connection.isDone }
            if set[0].revents != 0 {
                wake.reset()
                if accepted == nil { throw .woken }
            }
            if let accepted {
                if !hadRedirect { end = .now + Self.patience }
                if !hasAnswered, let page = control.page(orElse: accepted.page) {
                    answer(page, to: accepted.from)
                    // A browser that does not read its page gets two seconds for it.
                    end = .now + .seconds(2)
                }
                let sender = peers.first { $0.socket == accepted.from }
                if hasAnswered, sender == nil || sender?.connection.isDraining == true { return }
            }
            for index in sockets.listeners.indices where set[1 + index].revents != 0 {
                acceptPeers(of: sockets.listeners[index])
            }
        }
    }

    private mutating func acceptPeers(of listener: FileDescriptor) {
        while true {
            let number = accept(listener.number, nil, nil)
            guard number >= 0 else {
                // Out of descriptors: the oldest connection is closed, or `poll` would report this one forever.
                if errno == EMFILE || errno == ENFILE, !peers.isEmpty { peers.removeFirst().socket.close() }
                return
            }
            let socket = FileDescriptor(number: number)
            socket.makeNonBlockingAndPrivate()
            peers.append(Peer(socket: socket))
            if peers.count > Self.peerLimit { peers.removeFirst().socket.close() }
        }
    }

    private mutating func advance(_ peer: inout Peer) {
        if peer.connection.wantsToWrite { return write(to: &peer) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(peer.socket.number, &buffer, buffer.count, 0)
        guard count > 0 else {
            if count == 0 || (errno != EAGAIN && errno != EINTR) { peer.connection.close() }
            return
        }
        guard let reading = peer.connection.receive(buffer[..<count]) else { return }
        guard let page = page(for: reading, from: peer.socket) else { return peer.connection.hold() }
        peer.connection.answer(page)
        write(to: &peer)
    }

    private mutating func answer(_ page: ResultPage, to socket: FileDescriptor) {
        hasAnswered = true
        guard let index = peers.firstIndex(where: { $0.socket == socket }) else { return }
        peers[index].connection.answer(page)
        write(to: &peers[index])
    }

    /// The page of a request; nil for the accepted redirect, whose page is not known yet.
    private mutating func page(for reading: RequestHead.Reading, from socket: FileDescriptor) -> ResultPage? {
        switch reading {
        case .incomplete: return .refused(status: 400, reason: "The request is not complete.")
        case .refused(let status, let reason): return .refused(status: status, reason: reason)
        case .complete(let head):
            if let objection = address.objection(to: head) { return objection }
            guard Self.mayRespond(socket) else {
                control.reportStray(.anotherUser)
                return .foreignUser
            }
            // Only one redirect is accepted; a second one has no effect.
            guard accepted == nil, case .accepted(let isSuccess) = accepting(address.redirect(of: head)) else {
                if accepted == nil { control.reportStray(.anotherRequest) }
                return .foreign
            }
            accepted = (socket, isSuccess ? control.signedIn : .notSignedIn)
            control.accept(address.redirect(of: head))
            return nil
        }
    }

    /// Whether a redirect is accepted from a connection. Other users of the machine can connect too, and one who knows
    /// the sign-in's `state` could sign the user in to their own account.
    private static func mayRespond(_ socket: FileDescriptor) -> Bool {
        #if os(Linux)
        SocketOwner.ofPeer(of: socket).mayRespond()
        #else
        true
        #endif
    }

    private func write(to peer: inout Peer) {
        while peer.connection.wantsToWrite {
            let output = peer.connection.output
            let count = output.withUnsafeBytes {
                send(peer.socket.number, $0.baseAddress, $0.count, FileDescriptor.sendFlags)
            }
            guard count > 0 else {
                if errno != EAGAIN && errno != EINTR { peer.connection.close() }
                return
            }
            if peer.connection.sent(count) { shutdown(peer.socket.number, Int32(SHUT_WR)) }
        }
    }

    private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
        let left = (end - .now) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), 3_600_000)))
    }
}
