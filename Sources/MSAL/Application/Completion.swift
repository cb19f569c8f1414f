import Dispatch
import Foundation

/// Delivers an outcome to a completion block.
enum Completion {
    /// Runs the work in a new task and delivers its outcome.
    ///
    /// - Parameter queue: the queue that the block runs on; nil for any queue.
    static func run<R: Sendable>(
        on queue: DispatchQueue?, _ block: @escaping @Sendable (R?, (any Error)?) -> Void,
        _ work: @escaping @Sendable () async throws -> R
    ) {
        Task {
            let outcome: Result<R, any Error>
            do {
                outcome = .success(try await work())
            } catch {
                outcome = .failure(error)
            }
            deliver(outcome, on: queue, block)
        }
    }

    /// Calls the block with a result or an error, never both.
    static func deliver<R: Sendable>(
        _ outcome: Result<R, any Error>, on queue: DispatchQueue?,
        _ block: @escaping @Sendable (R?, (any Error)?) -> Void
    ) {
        let call: @Sendable () -> Void = {
            switch outcome {
            case .success(let result): block(result, nil)
            case .failure(let error): block(nil, error)
            }
        }
        if let queue { queue.async(execute: call) } else { call() }
    }
}
