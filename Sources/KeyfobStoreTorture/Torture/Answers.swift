import Synchronization

/// The last lines of processes that are heard by threads of their own.
final class Answers: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String?) { if let line { lines.withLock { $0.append(line) } } }
}
