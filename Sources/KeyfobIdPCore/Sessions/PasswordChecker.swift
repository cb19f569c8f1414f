import Foundation
import KeyfobCore
import KeyfobCrypto

/// Checks passwords away from the threads that answer requests: one check takes a processor for about 0.1 s and
/// 32 MiB, so only a few run at once and the rest wait in line.
final class PasswordChecker: Sendable {
    private let queue: OperationQueue
    private let decoy: PasswordHash?

    init(cost: ScryptParameters) {
        queue = OperationQueue()
        queue.name = "keyfob.passwords"
        queue.maxConcurrentOperationCount = 2
        let exponent = cost.n.trailingZeroBitCount
        let zeros = String(repeating: "A", count: 43)
        decoy = PasswordHash(
            encoded: "$scrypt$ln=\(exponent),r=\(cost.r),p=\(cost.p)$AAAAAAAAAAAAAAAAAAAAAA$\(zeros)")
    }

    /// Whether the password is the one of the hash. Without a hash it takes as long, and the answer is no.
    func verifies(_ password: Secret<String>, hash: String?) async -> Bool {
        let known = hash.flatMap(PasswordHash.init(encoded:))
        guard let candidate = known ?? decoy else { return false }
        return await withCheckedContinuation { continuation in
            queue.addOperation { continuation.resume(returning: candidate.verifies(password) && known != nil) }
        }
    }
}
