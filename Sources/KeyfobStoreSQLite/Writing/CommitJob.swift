import KeyfobCache
import KeyfobCore

/// A queued transaction, with the closures that resume its caller.
struct CommitJob: Sendable {
    /// The outcome of the transaction's body.
    enum Outcome: Sendable {
        /// It succeeded: commit, and then call `tell`.
        case commit(tell: @Sendable () -> Void)
        /// It threw: roll back its writes, and call `tell`.
        case undo(tell: @Sendable () -> Void)
    }

    /// Runs the body.
    let perform: @Sendable (SQLiteTransaction) -> Outcome
    /// Resumes the caller with an error, because the transaction was not committed.
    let fail: @Sendable (AuthError) -> Void

    /// Makes a job for a body whose caller waits at a continuation.
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
