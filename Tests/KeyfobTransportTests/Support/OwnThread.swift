import Foundation
import KeyfobCore

/// Work that blocks its thread, such as reading a socket: tasks share theirs.
enum OwnThread {
    /// Runs a body on a thread of its own.
    static func run<R: Sendable>(_ body: @escaping @Sendable () throws(AuthError) -> R) async throws(AuthError) -> R {
        let result = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: Result { () throws(AuthError) in try body() })
            }
        }
        return try result.get()
    }
}
