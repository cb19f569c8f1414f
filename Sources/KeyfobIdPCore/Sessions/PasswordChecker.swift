import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import Synchronization

/// Checks passwords away from the threads that answer requests: one check takes a processor for about 0.1 s and
/// 32 MiB, so only a few run at once and the rest wait in line.
final class PasswordChecker: Sendable {
    private let queue: OperationQueue
    private let decoy: PasswordHash?
    private let places: Int
    private let patience: Duration
    private let taken = Mutex(0)

    /// - Parameters:
    ///   - cost: the cost of checking a password for a name that does not exist.
    ///   - places: how many checks run or wait at most.
    ///   - patience: how long a check waits for its turn at most.
    init(cost: ScryptParameters, places: Int, patience: Duration) {
        self.places = places
        self.patience = patience
        queue = OperationQueue()
        queue.name = "keyfob.passwords"
        queue.maxConcurrentOperationCount = 2
        let exponent = cost.n.trailingZeroBitCount
        let zeros = String(repeating: "A", count: 43)
        decoy = PasswordHash(
            encoded: "$scrypt$ln=\(exponent),r=\(cost.r),p=\(cost.p)$AAAAAAAAAAAAAAAAAAAAAA$\(zeros)")
    }

    /// Whether the password is the one of the hash. Without a hash it takes as long, and the answer is no.
    ///
    /// - Throws: ``OAuthError`` 90033 with a time to wait if too many wait already, or its turn does not come in time: a
    ///   longer line would keep everybody from signing in, whatever has filled it.
    func verifies(_ password: Secret<String>, hash: String?) async throws(OAuthError) -> Bool {
        let isAdmitted = taken.withLock { taken in
            guard taken < places else { return false }
            taken += 1
            return true
        }
        guard isAdmitted else { throw Self.crowded }
        defer { taken.withLock { $0 -= 1 } }
        let known = hash.flatMap(PasswordHash.init(encoded:))
        guard let candidate = known ?? decoy else { return false }
        let deadline = ContinuousClock.now + patience
        let isRight: Bool? = await withCheckedContinuation { continuation in
            queue.addOperation {
                let isInTime = ContinuousClock.now < deadline
                continuation.resume(returning: isInTime ? candidate.verifies(password) && known != nil : nil)
            }
        }
        guard let isRight else { throw Self.crowded }
        return isRight
    }

    private static var crowded: OAuthError {
        OAuthError(90033, ["retry_after": "5"], detail: "too many passwords wait to be checked")
    }
}
