import KeyfobBackport
import KeyfobCore

/// The telemetry that an application sends to the server's operators with its next request: how many silent calls were
/// served from the store since the last one, and which calls have failed. It contains codes only, and no personal data.
///
/// The two headers have the form of version 4: `4|API,CAUSE|PLATFORM` and `4|COUNT|API,CORRELATION,...|ERROR,...|`.
final class RequestTelemetry: Sendable {
    private struct Failure {
        let call: ClientCall
        let correlationID: String
        let error: String
    }

    /// The number of failures that are sent, the newest: a header is limited.
    private static let capacity = 6

    private let successes = Atomic<Int>(0)
    private let failures = Mutex<[Failure]>([])

    /// Counts a silent call that was served from the store.
    func countSilentSuccess() { successes.wrappingAdd(1, ordering: .relaxed) }

    /// Records a call that failed. If the server has responded to it, its header had the earlier ones.
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

    /// Clears the records, since the server has received the header.
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

    /// Replaces characters of external text that the header uses as separators.
    private static func plain(_ text: String) -> String {
        String(
            text.unicodeScalars.prefix(64).map { scalar in
                let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                return isPlain || scalar == "-" || scalar == "_" ? Character(scalar) : "_"
            })
    }
}

/// Why a silent call sent a request, as the server's telemetry counts it (`x-client-current-telemetry`).
package enum RefreshCause: Int, Sendable, Hashable, CaseIterable {
    /// It did not, or the request has no cause.
    case none = 0
    /// The app requested a fresh token, or one with claims.
    case forced = 1
    /// The store had no token.
    case noToken = 2
    /// The token had expired.
    case expired = 3
    /// The token was valid, and due to be renewed.
    case proactive = 4
}
