import Foundation
import KeyfobBackport
import KeyfobClient
import KeyfobCore

/// The name that a context's messages have in the log.
final class ADLogComponent: Sendable {
    private let state = Mutex<String?>(nil)

    var name: String? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Forwards the log of the context's client as ADAL's messages.
    var listener: LogListener {
        LogListener(options: { ADLogger.options }, receive: { ADLogger.forward($0, component: self.name) })
    }

    /// Logs that a call failed. Details from a server, a store or a broker may contain personal data.
    func record(_ error: ADAuthenticationError, of correlation: UUID) {
        let place = [name, correlation.uuidString].compactMap { $0 }.joined(separator: " ")
        let isPersonal = error.authError.map { $0.origin != .app } ?? false
        let details = error.errorDetails.flatMap { isPersonal && !ADLogger.getPiiEnabled() ? nil : ": \($0)" }
        ADLogger.write(
            .error, "[\(place)] \(error.domain) \(error.code)\(details ?? "")",
            containsPii: isPersonal && details != nil, errorCode: error.code)
    }
}
