import KeyfobCore
import Synchronization

/// What an application tells the server's operators with its next request: how many silent calls the store has answered
/// since the last one, and which calls have failed. Codes only, nothing of anybody.
///
/// The two headers have the form of version 4: `4|API,CAUSE|PLATFORM` and `4|COUNT|API,CORRELATION,...|ERROR,...|`.
final class RequestTelemetry: Sendable {
    private struct Failure {
        let call: ClientCall
        let correlationID: String
        let error: String
    }

    /// The most failures that are told, the newest: a header has its limits.
    private static let capacity = 6

    private let successes = Atomic<Int>(0)
    private let failures = Mutex<[Failure]>([])

    /// Counts a silent call that the store has answered.
    func countSilentSuccess() { successes.wrappingAdd(1, ordering: .relaxed) }

    /// Remembers a call that failed. If the server has answered it, it has been told of those before.
    func note(_ error: AuthError, _ call: ClientCall, _ correlationID: String) {
        guard !error.isThrottleHit else { return }
        if error.server != nil { wasSent() }
        let name = error.server.flatMap { $0.error.isEmpty ? nil : $0.error } ?? error.code.rawValue
        let failure = Failure(
            call: call, correlationID: Self.plain(correlationID), error: Self.plain(name))
        failures.withLock { failures in
            failures.append(failure)
            if failures.count > Self.capacity { failures.removeFirst(failures.count - Self.capacity) }
        }
    }

    /// The server has got the header: it is told anew from here.
    func wasSent() {
        successes.store(0, ordering: .relaxed)
        failures.withLock { $0 = [] }
    }

    /// `x-client-last-telemetry`
    var last: String {
        let failures = failures.withLock { $0 }
        let calls = failures.map { "\($0.call.rawValue),\($0.correlationID)" }.joined(separator: ",")
        let errors = failures.map(\.error).joined(separator: ",")
        return "4|\(successes.load(ordering: .relaxed))|\(calls)|\(errors)|"
    }

    /// `x-client-current-telemetry`
    static func current(_ call: ClientCall, _ cause: RefreshCause) -> String {
        "4|\(call.rawValue),\(cause.rawValue)|"
    }

    /// What came from outside must not look like the header's own separators.
    private static func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.prefix(64).map { scalar in
                let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isPlain || scalar == "-" || scalar == "_" ? Character(scalar) : "_"
            })
    }
}
