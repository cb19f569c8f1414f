import Foundation
import KeyfobBackport
import KeyfobDeviceProtocol
import KeyfobSocket

/// Requests and their responses over one connection to the switchboard, by number, and events without a request.
final class PacketLink: Sendable {
    typealias Outcome = Result<DeviceResponse, DeviceError>

    /// A caller that waits for a response, and the parts of the response's attachment so far.
    private struct Waiting {
        let completion: @Sendable (Outcome) -> Void
        var attachment: [UInt8] = []
    }

    private struct State {
        var lastNumber: Int64 = 0
        var waiting: [Int64: Waiting] = [:]
        var socket: FramedSocket?
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let loop: SocketLoop
    private let unasked: @Sendable (DevicePacket) -> DeviceRequest?
    private let ended: @Sendable () -> Void

    /// - Parameters:
    ///   - descriptor: a connected socket.
    ///   - unasked: called with each packet that is no response, in their order; returns a request to send for it.
    ///   - ended: called once, at the end of the connection.
    init(
        descriptor: Int32, unasked: @escaping @Sendable (DevicePacket) -> DeviceRequest?,
        ended: @escaping @Sendable () -> Void
    ) throws(DeviceError) {
        self.unasked = unasked
        self.ended = ended
        do throws(SocketError) {
            loop = try SocketLoop(name: "keyfob-device")
        } catch {
            UnixSocket.close(descriptor)
            throw DeviceError(.disconnected, error.message)
        }
        let socket = FramedSocket(
            descriptor: descriptor, loop: loop, received: { [weak self] in self?.receive($0) },
            ended: { [weak self] _ in self?.end() })
        state.withLock { $0.socket = socket }
        socket.start()
    }

    deinit { close() }

    /// Connects, and checks that the listening process is the device's owner's and no app's.
    static func connect(path: String) throws(DeviceError) -> Int32 {
        do throws(SocketError) {
            let descriptor = try UnixSocket.connect(path: path)
            let peer = try PeerCredentials(of: descriptor)
            guard peer.mayServe else {
                UnixSocket.close(descriptor)
                throw SocketError("User \(peer.userID) listens at \(path), who is neither root nor this process's own.")
            }
            return descriptor
        } catch {
            throw DeviceError(
                .disconnected, error.message,
                remedy: error.isRefusal
                    ? "The device is another user's: run this as that user, or as root."
                    : "Start the switchboard with `keyfob-device serve`, and take its socket's path from there.")
        }
    }

    /// Sends a request; `completion` is called once, on the connection's thread or, if nothing could be sent, at once.
    ///
    /// - Returns: the request's number.
    @discardableResult
    func send(
        _ packet: (Int64) -> DevicePacket, completion: @escaping @Sendable (Outcome) -> Void
    ) -> Int64 {
        let (number, socket) = state.withLock { state -> (Int64, FramedSocket?) in
            state.lastNumber &+= 1
            if !state.hasEnded { state.waiting[state.lastNumber] = Waiting(completion: completion) }
            return (state.lastNumber, state.hasEnded ? nil : state.socket)
        }
        guard let socket else {
            completion(.failure(Self.disconnected))
            return number
        }
        let packet = packet(number)
        do throws(SocketError) {
            guard packet.hasReadableHeader else {
                throw SocketError("A request takes more than \(DevicePacket.headerLimit) bytes.")
            }
            try socket.send(packet.bytes())
        } catch {
            let fault =
                switch error {
                case .closed: Self.disconnected
                case .backlog: DeviceError(.failed, error.message)
                default: DeviceError(.refused, error.message, remedy: "Send less at once.")
                }
            take(number)?.completion(.failure(fault))
        }
        return number
    }

    /// Sends a request and blocks this thread: for calls that are synchronous in Apple's frameworks, like the
    /// keychain's.
    func wait(_ packet: (Int64) -> DevicePacket) throws(DeviceError) -> DeviceResponse {
        let semaphore = DispatchSemaphore(value: 0)
        let box = Mutex<Outcome?>(nil)
        send(packet) { outcome in
            box.withLock { $0 = outcome }
            semaphore.signal()
        }
        semaphore.wait()
        return try (box.withLock { $0 } ?? .failure(Self.disconnected)).get()
    }

    /// Sends a request without blocking a thread. If the task is cancelled, the device is notified, and the call ends.
    func perform(_ packet: (Int64) -> DevicePacket) async throws(DeviceError) -> DeviceResponse {
        let number = Mutex<Int64?>(nil)
        let outcome: Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let sent = send(packet) { continuation.resume(returning: $0) }
                number.withLock { $0 = sent }
                if Task.isCancelled { cancel(sent) }
            }
        } onCancel: {
            if let sent = number.withLock({ $0 }) { cancel(sent) }
        }
        return try outcome.get()
    }

    /// Closes the connection; pending calls fail.
    func close() {
        state.withLock { $0.socket }?.close()
        loop.stop()
        end()
    }

    private static var disconnected: DeviceError {
        DeviceError(
            .disconnected, "The connection to the switchboard has ended.",
            remedy: "The switchboard was ended, or it ended this app: launch it again.")
    }

    private func take(_ number: Int64) -> Waiting? {
        state.withLock { $0.waiting.removeValue(forKey: number) }
    }

    private func cancel(_ number: Int64) {
        guard let waiting = take(number) else { return }
        send({ DeviceRequest.cancel(request: number).packet(number: $0) }, completion: { _ in })
        waiting.completion(.failure(DeviceError(.cancelled, "The call was cancelled by the program.")))
    }

    private func receive(_ frame: [UInt8]) {
        // An event that is too long is dropped: requests of other apps must not end this connection.
        guard !DevicePacket.isOverlong(frame) else { return }
        do throws(DeviceError) {
            var packet = try DevicePacket(parsing: frame)
            guard let number = packet.answeredNumber else {
                if let response = unasked(packet) { send({ response.packet(number: $0) }, completion: { _ in }) }
                return
            }
            // The switchboard could not read a request, so it is unknown which call this is for.
            guard number != 0 else { throw DeviceError(.malformed, "The switchboard could not read a request.") }
            // No caller waits for a cancelled request.
            if packet.isPart { return state.withLock { $0.waiting[number]?.attachment += packet.attachment } }
            guard let waiting = take(number) else { return }
            if !waiting.attachment.isEmpty { packet.attachment = waiting.attachment + packet.attachment }
            waiting.completion(Self.outcome(packet))
        } catch {
            // A switchboard that sends malformed packets is treated like a disconnected one.
            state.withLock { $0.socket }?.close()
        }
    }

    private static func outcome(_ packet: DevicePacket) -> Outcome {
        do throws(DeviceError) { return .success(try DeviceResponse(packet)) } catch { return .failure(error) }
    }

    private func end() {
        let waiting = state.withLock { state in
            defer { (state.waiting, state.hasEnded, state.socket) = ([:], true, nil) }
            return state.hasEnded ? nil : state.waiting.values.map { $0 }
        }
        guard let waiting else { return }
        for one in waiting { one.completion(.failure(Self.disconnected)) }
        ended()
    }
}
