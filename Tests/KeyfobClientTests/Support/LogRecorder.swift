import KeyfobClient
import Synchronization

/// Keeps what the SDK logs.
final class LogRecorder: Sendable {
    private let messages = Mutex<[ClientLogMessage]>([])

    func add(_ message: ClientLogMessage) { messages.withLock { $0.append(message) } }

    var texts: [String] { messages.withLock { $0.map(\.text) } }

    /// The levels of the messages that have this text in them.
    func levels(of text: String) -> [ClientLogMessage.Level] {
        messages.withLock { $0.filter { $0.text.contains(text) }.map(\.level) }
    }
}
