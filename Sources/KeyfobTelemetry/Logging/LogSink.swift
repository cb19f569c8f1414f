import Dispatch
import KeyfobBackport
import KeyfobCore

/// Takes the lines of a log.
package protocol LogSink: Sendable {
    /// Takes a whole line with its line feed. It must not wait.
    func write(_ line: [UInt8])
}

/// Keeps the lines in memory, for tests.
package final class MemoryLogSink: LogSink {
    private let written = Mutex<[UInt8]>([])

    /// Makes an empty log.
    package init() {}

    package func write(_ line: [UInt8]) { written.withLock { $0.append(contentsOf: line) } }

    /// The whole log.
    package var text: String { String(decoding: written.withLock { $0 }, as: UTF8.self) }

    /// Its lines.
    package var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// Writes the lines to standard error, in a thread of its own: a reader that has stopped reading must not stop a server.
///
/// Lines for which there is no room are left out, and counted.
package final class StandardErrorLogSink: LogSink {
    /// The largest number of bytes that wait.
    private static let room = 1 << 20

    private struct State {
        var waiting: [UInt8] = []
        var left = 0
        var isWriting = false
        var leftInAll: Int64 = 0
    }

    private let queue = DispatchQueue(label: "keyfob.log")
    private let state = Mutex(State())
    private let format: LogFormat
    private let output: @Sendable ([UInt8]) -> Void

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - format: the form of the lines.
    ///   - output: writes bytes, and may wait; nil for standard error.
    package init(_ format: LogFormat, output: (@Sendable ([UInt8]) -> Void)? = nil) {
        self.format = format
        self.output =
            output ?? { StandardStream.error.writeIgnoringErrors(String(decoding: $0, as: UTF8.self)) }
    }

    package func write(_ line: [UInt8]) {
        let begins = state.withLock { state in
            guard state.waiting.count + line.count <= Self.room else {
                state.left += 1
                state.leftInAll += 1
                return false
            }
            state.waiting.append(contentsOf: line)
            guard !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        if begins { queue.async { self.drain() } }
    }

    /// The number of lines that were left out.
    package var linesLeftOut: Int64 { state.withLock(\.leftInAll) }

    /// Waits until all lines are written, at most for two seconds.
    package func flush() {
        let done = DispatchSemaphore(value: 0)
        queue.async { done.signal() }
        _ = done.wait(timeout: .now() + 2)
    }

    private func drain() {
        while true {
            let bytes = state.withLock { state in
                var bytes = state.waiting
                state.waiting = []
                if state.left > 0 {
                    var line = LogLine(format)
                    line.word("level", "warning")
                    line.word("message", "lines were left out of the log")
                    line.number("count", String(state.left))
                    line.end()
                    bytes += line.bytes
                    state.left = 0
                }
                if bytes.isEmpty { state.isWriting = false }
                return bytes
            }
            guard !bytes.isEmpty else { return }
            output(bytes)
        }
    }
}
