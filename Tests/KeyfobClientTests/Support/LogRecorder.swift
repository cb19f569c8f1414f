import KeyfobBackport
import KeyfobClient

/// Records the SDK's log.
final class LogRecorder: Sendable {
    private let messages = Mutex<[ClientLogMessage]>([])

    func add(_ message: ClientLogMessage) { messages.withLock { $0.append(message) } }

    var texts: [String] { messages.withLock { $0.map(\.text) } }

    /// The levels of the messages that contain a text.
    func levels(of text: String) -> [ClientLogMessage.Level] {
        messages.withLock { $0.filter { $0.text.contains(text) }.map(\.level) }
    }
}
