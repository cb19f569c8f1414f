import KeyfobCache
import KeyfobCore

/// A transaction that waits to be performed, with whom to tell about it.
struct CommitJob: Sendable {
    /// What became of the transaction's body.
    enum Outcome: Sendable {
        /// It succeeded: commit, and then tell.
        case commit(tell: @Sendable () -> Void)
        /// It threw: undo what it wrote, and tell.
        case undo(tell: @Sendable () -> Void)
    }

    /// Runs the body.
    let perform: @Sendable (SQLiteTransaction) -> Outcome
    /// Tells that the transaction did not take place.
    let fail: @Sendable (AuthError) -> Void

    /// A job for a body whose caller waits at a continuation.
    init<R: Sendable>(
        _ continuation: CheckedContinuation<Result<R, AuthError>, Never>,
        _ body: @escaping @Sendable (any CredentialTransaction) throws(AuthError) -> R
    ) {
        perform = { transaction in
            do throws(AuthError) {
                let value = try body(transaction)
                return .commit { continuation.resume(returning: .success(value)) }
            } catch {
                return .undo { continuation.resume(returning: .failure(error)) }
            }
        }
        fail = { continuation.resume(returning: .failure($0)) }
    }
}
