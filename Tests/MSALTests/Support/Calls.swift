import Foundation
import MSAL

/// The error of a call; nil if it succeeds.
func failure<R>(_ call: () async throws -> R) async -> NSError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as NSError
    }
}

/// The error of a call; nil if it succeeds.
func refusal<R>(_ call: () throws -> R) -> NSError? {
    do {
        _ = try call()
        return nil
    } catch {
        return error as NSError
    }
}

extension NSError {
    /// The number under `MSALInternalErrorCodeKey`.
    var internalCode: MSALInternalError? {
        (userInfo[MSALInternalErrorCodeKey] as? Int).flatMap(MSALInternalError.init(rawValue:))
    }
    /// The code, if the error is MSAL's.
    var msal: MSALError? { MSALError(self) }
}

/// The arguments that a completion block got.
struct Delivery<R: Sendable>: Sendable {
    let result: R?
    let error: NSError?

    /// Makes a call with a completion block, and waits for it.
    static func of(
        _ call: (@escaping @Sendable (R?, (any Error)?) -> Void) -> Void
    ) async -> Delivery {
        await withCheckedContinuation { waiter in
            call { result, error in
                waiter.resume(returning: Delivery(result: result, error: error.map { $0 as NSError }))
            }
        }
    }
}
