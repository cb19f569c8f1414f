import ADAL
import Synchronization

/// What ADAL's log tells an app.
final class HeardLog: Sendable {
    struct Message: Sendable {
        let text: String
        let isPersonal: Bool
    }

    private let stored = Mutex<[Message]>([])
    var messages: [Message] { stored.withLock { $0 } }

    func forget() { stored.withLock { $0 = [] } }

    /// Listens while something is done. The log is the process's own, so that it is afterwards as it is at the start, whatever
    /// happens.
    static func listen(_ level: ADAL_LOG_LEVEL, _ body: (HeardLog) async throws -> Void) async throws {
        let heard = HeardLog()
        ADLogger.setLevel(level)
        ADLogger.setLoggerCallback { _, text, containsPii in
            heard.stored.withLock { $0.append(Message(text: text, isPersonal: containsPii)) }
        }
        defer {
            ADLogger.setPiiEnabled(false)
            ADLogger.setLevel(ADAL_LOG_LEVEL_ERROR)
            ADLogger.setLoggerCallback(nil)
        }
        try await body(heard)
    }
}
