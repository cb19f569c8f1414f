#if os(Linux)
import Foundation
import KeyfobSocket
import KeyfobTesting
import Synchronization
import Testing

/// Frames over local sockets, and the identity of the peer.
@Suite(.timeLimit(.minutes(10))) struct SocketTests {
    /// Frames and the end, as they arrive.
    private static func stream(
        _ descriptor: Int32, _ loop: SocketLoop
    ) -> (FramedSocket, AsyncStream<[UInt8]>, AsyncStream<SocketError?>) {
        let (frames, frame) = AsyncStream.makeStream(of: [UInt8].self)
        let (ends, end) = AsyncStream.makeStream(of: SocketError?.self)
        let socket = FramedSocket(
            descriptor: descriptor, loop: loop, received: { frame.yield($0) },
            ended: {
                end.yield($0)
                frame.finish()
                end.finish()
            })
        socket.start()
        return (socket, frames, ends)
    }

    @Test func `frames are delivered as they were sent, however the bytes are split`() throws {
        let random = SeededRandomSource(seed: 3)
        for _ in 0..<50 {
            let sent = (0..<random.below(6)).map { _ in random.bytes([0, 1, 7, 300, 70_000][random.below(5)]) }
            let bytes = try sent.flatMap { try FrameAssembler.header($0.count) + $0 }
            var assembler = FrameAssembler()
            var received: [[UInt8]] = []
            var position = 0
            while position < bytes.count {
                let end = min(bytes.count, position + 1 + random.below([1, 3, 5000][random.below(3)]))
                try bytes[position..<end].withUnsafeBytes { try assembler.take($0) { received.append($0) } }
                position = end
            }
            #expect(received == sent)
            #expect(!assembler.isWithinFrame)
        }
    }

    @Test func `no bytes trap the assembler, and a length beyond the limit ends it`() throws {
        let random = SeededRandomSource(seed: 4)
        for _ in 0..<2000 {
            var assembler = FrameAssembler()
            let noise = random.bytes(random.below(64))
            do {
                try noise.withUnsafeBytes { try assembler.take($0) { #expect($0.count <= noise.count) } }
            } catch {
                #expect(error as? SocketError == .frameTooLarge)
            }
        }
        #expect(throws: SocketError.frameTooLarge) { try FrameAssembler.header(FrameLimit.bytes + 1) }
    }

    @Test func `an oversized frame is reported and skipped, and those around it are delivered`() throws {
        let random = SeededRandomSource(seed: 5)
        for _ in 0..<20 {
            var (bytes, expected): ([UInt8], [String]) = ([], [])
            for _ in 0..<random.below(5) {
                let count = [0, 5, 70_000, FrameLimit.bytes, FrameLimit.bytes + 1, FrameLimit.bytes + 70_000][
                    random.below(6)]
                bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + random.bytes(count)
                expected.append(count > FrameLimit.bytes ? "skipped \(count)" : "\(count)")
            }
            var assembler = FrameAssembler(skipsTooLarge: true)
            var received: [String] = []
            var position = 0
            while position < bytes.count {
                let end = min(bytes.count, position + 1 + random.below([3, 5000, 200_000][random.below(3)]))
                try bytes[position..<end].withUnsafeBytes {
                    try assembler.takePieces($0) { piece in
                        switch piece {
                        case .frame(let frame): received.append("\(frame.count)")
                        case .tooLarge(let count): received.append("skipped \(count)")
                        }
                    }
                }
                position = end
            }
            #expect(received == expected)
            #expect(!assembler.isWithinFrame)
        }
    }

    @Test func `both ends send and receive, and detect the end`() async throws {
        let loop = try SocketLoop(name: "test")
        defer { loop.stop() }
        let (one, other) = try UnixSocket.pair()
        let (first, _, firstEnd) = Self.stream(one, loop)
        let (second, frames, secondEnd) = Self.stream(other, loop)
        let large = [UInt8](repeating: 7, count: FrameLimit.bytes)
        for frame in [[1], [], large, [2]] { try first.send(frame) }
        var received = frames.makeAsyncIterator()
        #expect(await received.next() == [1])
        #expect(await received.next() == [])
        #expect(await received.next() == large)
        #expect(await received.next() == [2])
        #expect(throws: SocketError.frameTooLarge) { try first.send(large + [0]) }
        second.close()
        for await end in firstEnd { #expect(end == nil) }
        for await end in secondEnd { #expect(end == nil) }
        #expect(throws: SocketError.self) { try second.send([1]) }
    }

    @Test func `an end within a frame is an error, and a peer that does not read is not waited for`() async throws {
        let loop = try SocketLoop(name: "test")
        defer { loop.stop() }
        let (one, other) = try UnixSocket.pair()
        let (_, _, ends) = Self.stream(one, loop)
        let cut: [UInt8] = [0, 0, 0, 9, 1]
        #expect(write(other, cut, cut.count) == cut.count)
        UnixSocket.close(other)
        for await end in ends { #expect(end == .truncated) }
        let (deaf, silent) = try UnixSocket.pair()
        let (sender, _, _) = Self.stream(deaf, loop)
        let frame = [UInt8](repeating: 0, count: FrameLimit.bytes)
        var refusal: SocketError?
        for _ in 0..<40 where refusal == nil {
            do throws(SocketError) { try sender.send(frame) } catch { refusal = error }
        }
        #expect(refusal == .backlog)
        UnixSocket.close(silent)
    }

    @Test func `the kernel reports user and process, and a listener of another user is not trusted`() throws {
        let (one, other) = try UnixSocket.pair()
        defer {
            UnixSocket.close(one)
            UnixSocket.close(other)
        }
        let peer = try PeerCredentials(of: one)
        #expect(peer == PeerCredentials(userID: geteuid(), groupID: getegid(), processID: getpid()))
        #expect(peer.mayServe)
        #expect(PeerCredentials(userID: 0, groupID: 0, processID: 1).mayServe)
        #expect(!PeerCredentials(userID: geteuid() + 1, groupID: 0, processID: 1).mayServe)
        #expect(throws: SocketError.self) { try PeerCredentials(of: -1) }
        let handle = try ProcessHandle(peerOf: one)
        #expect(handle.isAlive)
        #expect(handle.processID == getpid())
        #expect(throws: SocketError.self) { try ProcessHandle(processID: -1) }
        #expect(throws: SocketError.self) { try ProcessHandle(processID: .max) }
    }

    @Test func `a process handle reports the end of its process, even after the process id is reused`() async throws {
        let child = try ChildProcess("/bin/cat", [], environment: [:])
        let handle = try ProcessHandle(processID: child.identifier)
        #expect(handle.isAlive)
        handle.signal(SIGKILL)
        #expect(await child.outcome().status == 128 + 9)
        #expect(!handle.isAlive)
        handle.signal(SIGKILL)
    }

    @Test func `a stale socket is replaced, and one that is in use is not`() async throws {
        let folder = try TemporaryDirectory("sock")
        defer { folder.remove() }
        let loop = try SocketLoop(name: "test")
        defer { loop.stop() }
        let path = folder.path + "/s"
        let (accepted, accept) = AsyncStream.makeStream(of: Int32.self)
        let listener = try UnixListener(path: path, mode: 0o600, loop: loop) { accept.yield($0) }
        #expect(throws: SocketError.self) { try UnixListener(path: path, mode: 0o600, loop: loop) { _ in } }
        let client = try UnixSocket.connect(path: path)
        var connections = accepted.makeAsyncIterator()
        let server = try #require(await connections.next())
        #expect(try PeerCredentials(of: client).processID == getpid())
        UnixSocket.close(client)
        UnixSocket.close(server)
        listener.close()
        try Data().write(to: URL(fileURLWithPath: path + "-file"))
        #expect(throws: SocketError.self) { try UnixListener(path: path + "-file", mode: 0o600, loop: loop) { _ in } }
        let long = folder.path + "/" + String(repeating: "x", count: 120)
        #expect(throws: SocketError.self) { try UnixSocket.connect(path: long) }
    }

    /// The frames of several connections, by name, in the order in which they were delivered.
    private final class Log: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func add(_ entry: String) -> Int {
            entries.withLock { entries in
                entries.append(entry)
                return entries.count
            }
        }
    }

    @Test func `many frames of one connection, written at once, are not delivered before another's first`() async throws
    {
        let loop = try SocketLoop(name: "test")
        defer { loop.stop() }
        let (log, gate) = (Log(), DispatchSemaphore(value: 0))
        let (isDone, done) = AsyncStream.makeStream(of: Void.self)
        let frame = try FrameAssembler.header(0)
        var sockets: [FramedSocket] = []
        var ends: [Int32] = []
        defer { for end in ends { UnixSocket.close(end) } }
        // The first one's frame holds the loop until the others have been added.
        for (name, count) in [("gate", 1), ("many", 700), ("one", 1)] {
            let (own, other) = try UnixSocket.pair()
            ends.append(other)
            let bytes = Array(repeating: frame, count: count).flatMap { $0 }
            #expect(write(other, bytes, bytes.count) == bytes.count)
            let socket = FramedSocket(
                descriptor: own, loop: loop,
                received: { _ in
                    if name == "gate" { gate.wait() }
                    if log.add(name) == 702 { done.yield(()) }
                }, ended: { _ in })
            sockets.append(socket)
            socket.start()
        }
        gate.signal()
        for await _ in isDone { break }
        #expect(log.all.firstIndex(of: "one").map { $0 < 10 } == true)
        for socket in sockets { socket.close() }
    }

    @Test func `nothing more is delivered once the connection is closed`() async throws {
        let loop = try SocketLoop(name: "test")
        defer { loop.stop() }
        let log = Log()
        let own = Mutex<FramedSocket?>(nil)
        let (one, other) = try UnixSocket.pair()
        defer { UnixSocket.close(other) }
        let bytes = Array(repeating: try FrameAssembler.header(0), count: 50).flatMap { $0 }
        #expect(write(other, bytes, bytes.count) == bytes.count)
        let (isOver, over) = AsyncStream.makeStream(of: Void.self)
        let socket = FramedSocket(
            descriptor: one, loop: loop,
            received: { _ in if log.add("frame") == 3 { own.withLock { $0 }?.close() } },
            ended: { _ in over.yield(()) })
        own.withLock { $0 = socket }
        socket.start()
        for await _ in isOver { break }
        #expect(log.all.count == 3)
        own.withLock { $0 = nil }
    }

    @Test func `a client that sends many requests and reads no answers is not read until it does`() async throws {
        let loop = try SocketLoop(name: "test")
        defer { loop.stop() }
        let log = Log()
        let own = Mutex<FramedSocket?>(nil)
        let (one, other) = try UnixSocket.pair()
        let bytes = Array(repeating: try FrameAssembler.header(0), count: 100).flatMap { $0 }
        #expect(write(other, bytes, bytes.count) == bytes.count)
        let (isFull, full) = AsyncStream.makeStream(of: Void.self)
        let answer = [UInt8](repeating: 0, count: 1 << 19)
        let socket = FramedSocket(
            descriptor: one, loop: loop,
            received: { _ in
                let number = log.add("frame")
                try? own.withLock { $0 }?.send(answer)
                if number == 3 { full.yield(()) }
            }, ended: { _ in full.finish() })
        own.withLock { $0 = socket }
        socket.start()
        for await _ in isFull { break }
        // Three responses exceed the queue, less the kernel's buffer; a hundred would be given up.
        let (spare, opposite) = try UnixSocket.pair()
        defer { UnixSocket.close(opposite) }
        let (reader, _, readerEnd) = Self.stream(spare, loop)
        reader.close()
        for await _ in readerEnd {}
        #expect(log.all.count < 10)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var left = 100 * ((1 << 19) + 4)
        while left > 0 {
            var polled = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
            #expect(poll(&polled, 1, 20_000) == 1)
            let count = read(other, &buffer, buffer.count)
            guard count > 0 else { break }
            left -= count
        }
        #expect(left == 0 && log.all.count == 100)
        own.withLock { $0 = nil }
        UnixSocket.close(other)
    }
}
#endif
