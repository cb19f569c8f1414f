import KeyfobBackport
import KeyfobCore

/// Limits the sign-in windows that are open at once, so that no app can use up the screen, the ports or the threads.
///
/// Over a URL whose sender the device does not report, an app can write any bundle id: such requests also count
/// together.
final class OpenWindows: Sendable {
    private static let limit = 3
    private static let unnamedLimit = 8
    private static let unnamed = "*"

    private let counts = Mutex<[String: Int]>([:])

    /// Runs a closure that shows a window.
    ///
    /// - Parameter isNamed: whether the device has identified the app.
    /// - Throws: what `body` throws, and ``AuthError`` with code `brokerFailed` if the app has too many windows open.
    func with<R>(
        _ app: RequestingApp, isNamed: Bool, _ body: () async throws(AuthError) -> R
    ) async throws(AuthError) -> R {
        let keys = [(app.owner, Self.limit)] + (isNamed ? [] : [(Self.unnamed, Self.unnamedLimit)])
        let isFree = counts.withLock { counts in
            guard keys.allSatisfy({ counts[$0.0, default: 0] < $0.1 }) else { return false }
            for (key, _) in keys { counts[key, default: 0] += 1 }
            return true
        }
        guard isFree else {
            throw AuthError(
                .brokerFailed, origin: .broker, message: "The broker shows \(Self.limit) sign-ins of this app already.",
                remedy: "Finish one of them, or go back from it, and ask again.")
        }
        defer {
            counts.withLock { counts in
                for (key, _) in keys { counts[key] = counts[key].flatMap { $0 > 1 ? $0 - 1 : nil } }
            }
        }
        return try await body()
    }
}
