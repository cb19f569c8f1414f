#if os(Linux)
import KeyfobSocket
import Synchronization

/// Connects callbacks to their switchboard until it is stopped, and resumes the callers that wait for that.
final class SwitchboardEnd: Sendable {
    private struct State {
        weak var board: Switchboard?
        /// Retained from the request to end until everything has ended.
        var endingBoard: Switchboard?
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// The switchboard, unless it was released.
    var board: Switchboard? { state.withLock { $0.board } }

    func set(_ board: Switchboard) { state.withLock { $0.board = board } }

    /// Retains the switchboard until ``finish()``.
    func begin(_ board: Switchboard) { state.withLock { if !$0.hasEnded { $0.endingBoard = board } } }

    func finish() {
        let waiting = state.withLock { state in
            defer { (state.hasEnded, state.waiting, state.endingBoard) = (true, [], nil) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiting.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }
}

/// A session's socket, which is created after it and released with it.
final class SocketPlace: Sendable {
    private let place = Mutex<FramedSocket?>(nil)

    var socket: FramedSocket? { place.withLock { $0 } }

    func set(_ socket: FramedSocket) { place.withLock { $0 = socket } }

    func clear() { place.withLock { $0 = nil } }
}
#endif
