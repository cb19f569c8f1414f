import Synchronization

/// The last lines of processes, collected from several threads.
final class Answers: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String?) { if let line { lines.withLock { $0.append(line) } } }
}
