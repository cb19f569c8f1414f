#if Server
import Foundation

extension BrowserFolder {
    private var gate: String { "\(directory)/gate" }

    /// Creates a gate, at which the person stops before the broker's next page.
    func putGate() throws {
        try require(mkfifo(gate, 0o600) == 0, "no gate could be made: \(String(cString: strerror(errno)))")
        if let userID { try require(lchown(gate, userID, userID) == 0, "the gate could not change its owner") }
    }

    /// Returns once the person waits at the gate: the broker is then in front and waits for them.
    func personAtGate() async -> OpenGate {
        let path = gate
        return await withCheckedContinuation { continuation in
            // Opening a FIFO waits for its other end, so it has a separate thread.
            Thread.detachNewThread { continuation.resume(returning: OpenGate(number: open(path, O_WRONLY))) }
        }
    }

    /// Stops at the gate, if there is one, until it is opened.
    func waitAtGate() {
        guard let handle = FileHandle(forReadingAtPath: gate) else { return }
        _ = try? handle.readToEnd()
        unlink(gate)
    }
}

/// A gate with the person at it.
struct OpenGate: Sendable {
    fileprivate let number: Int32

    /// Lets the person continue.
    func letGo() { close(number) }
}
#endif
