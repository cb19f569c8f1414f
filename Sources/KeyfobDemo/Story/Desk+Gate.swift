#if Server
import Foundation

extension Desk {
    private var gate: String { "\(directory)/gate" }

    /// Puts a gate up, at which the person stops before the broker's next page.
    func putGate() throws {
        try require(mkfifo(gate, 0o600) == 0, "no gate could be put up: \(String(cString: strerror(errno)))")
        if let userID { try require(lchown(gate, userID, userID) == 0, "the gate belongs to nobody") }
    }

    /// Returns once the person stands at the gate: the broker is in front then, and waits for them.
    func personAtGate() async -> OpenGate {
        let path = gate
        return await withCheckedContinuation { continuation in
            // Opening a FIFO waits for its other end, so it gets a thread of its own.
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

/// A gate with the person before it.
struct OpenGate: Sendable {
    fileprivate let number: Int32

    /// Lets the person go on.
    func letGo() { close(number) }
}
#endif
