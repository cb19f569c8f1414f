import ADAL
import KeyfobBackport

/// The messages that ADAL's log passes to an app.
final class LogRecorder: Sendable {
    struct Message: Sendable {
        let text: String
        let isPersonal: Bool
    }

    private let stored = Mutex<[Message]>([])
    var messages: [Message] { stored.withLock { $0 } }

    func forget() { stored.withLock { $0 = [] } }

    /// Collects messages during an operation. The log is process-wide, so its settings are restored afterwards in any
    /// case.
    static func record(_ level: ADAL_LOG_LEVEL, _ body: (LogRecorder) async throws -> Void) async throws {
        let recorder = LogRecorder()
        ADLogger.setLevel(level)
        ADLogger.setLoggerCallback { _, text, containsPii in
            recorder.stored.withLock { $0.append(Message(text: text, isPersonal: containsPii)) }
        }
        defer {
            ADLogger.setPiiEnabled(false)
            ADLogger.setLevel(ADAL_LOG_LEVEL_ERROR)
            ADLogger.setLoggerCallback(nil)
        }
        try await body(recorder)
    }
}
