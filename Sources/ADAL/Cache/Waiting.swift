import Dispatch
import Synchronization

/// Waits for what can only be done asynchronously, for the calls of ADAL that return when it is done.
///
/// It blocks the calling thread, as those calls always did. Code in a task uses their `async` forms.
func waiting(
    _ pointer: ADErrorPointer, _ body: @escaping @Sendable () async throws(ADAuthenticationError) -> Void
) -> Bool {
    let outcome = Outcome()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        await outcome.run(body)
        done.signal()
    }
    done.wait()
    guard let error = outcome.error else { return true }
    pointer?.pointee = error
    return false
}

private final class Outcome: Sendable {
    private let state = Mutex<ADAuthenticationError?>(nil)

    var error: ADAuthenticationError? { state.withLock { $0 } }

    func run(_ body: @Sendable () async throws(ADAuthenticationError) -> Void) async {
        do throws(ADAuthenticationError) {
            try await body()
        } catch {
            state.withLock { $0 = error }
        }
    }
}
