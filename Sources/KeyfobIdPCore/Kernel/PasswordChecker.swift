import Dispatch
import KeyfobBackport
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth

/// Checks passwords in separate threads: one check takes a processor for about 0.1 s and 32 MiB, so only a few run at
/// once and the rest wait in a queue.
final class PasswordChecker: Sendable {
    /// Compares a password with a hash.
    typealias Check = @Sendable (PasswordHash, Secret<String>) -> Bool

    /// Serial queues, each with its own thread. Checks in the pool that Swift's tasks share on Linux would block its
    /// few threads, and every request would wait for the passwords.
    private let queues: [DispatchQueue]
    private let decoy: PasswordHash?
    private let places: Int
    private let patience: Duration
    private let check: Check
    private let observer: (any ProviderObserver)?
    /// The number of checks that run or wait in each queue.
    private let taken: Mutex<[Int]>

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - cost: the cost of checking a password for a name that does not exist.
    ///   - places: the number of checks that run or wait at most.
    ///   - patience: the longest time that a check waits for its turn.
    ///   - threads: the number of checks that run at once.
    ///   - observer: learns of each check.
    ///   - check: compares a password with a hash.
    init(
        cost: ScryptParameters, places: Int, patience: Duration, threads: Int = 2,
        observer: (any ProviderObserver)? = nil,
        check: @escaping Check = { $0.verifies($1) }
    ) {
        self.places = places
        self.patience = patience
        self.check = check
        self.observer = observer
        queues = (0..<threads).map { DispatchQueue(label: "keyfob.passwords.\($0)") }
        taken = Mutex(Array(repeating: 0, count: threads))
        let exponent = cost.n.trailingZeroBitCount
        let zeros = String(repeating: "A", count: 43)
        decoy = PasswordHash(
            encoded: "$scrypt$ln=\(exponent),r=\(cost.r),p=\(cost.p)$AAAAAAAAAAAAAAAAAAAAAA$\(zeros)")
    }

    /// Whether the password matches the hash. Without a hash it takes as long, and returns false.
    ///
    /// - Throws: ``OAuthError`` 90033 with a time to wait if too many checks wait already, or its turn does not come in
    ///   time: a longer queue would keep all users from signing in, whatever has filled it.
    func verifies(_ password: Secret<String>, hash: String?) async throws(OAuthError) -> Bool {
        let began = ContinuousClock.now
        var isChecked = false
        defer { observer?.observe(.password(isChecked: isChecked, duration: began.duration(to: .now))) }
        guard let place = takePlace() else { throw Self.crowded }
        defer { taken.withLock { $0[place] -= 1 } }
        let known = hash.flatMap(PasswordHash.init(encoded:))
        guard let candidate = known ?? decoy else { return false }
        let deadline = began + patience
        let isRight: Bool? = await withCheckedContinuation { continuation in
            queues[place].async { [check] in
                let isInTime = ContinuousClock.now < deadline
                continuation.resume(returning: isInTime ? check(candidate, password) && known != nil : nil)
            }
        }
        guard let isRight else { throw Self.crowded }
        isChecked = true
        return isRight
    }

    /// The number of checks that run or wait.
    var waiting: Int { taken.withLock { $0.reduce(0, +) } }

    /// The queue in which the fewest checks wait; nil if there are too many in all.
    private func takePlace() -> Int? {
        taken.withLock { taken in
            guard taken.reduce(0, +) < places, let place = taken.indices.min(by: { taken[$0] < taken[$1] })
            else { return nil }
            taken[place] += 1
            return place
        }
    }

    private static var crowded: OAuthError {
        OAuthError(90033, ["retry_after": "5"], detail: "too many password checks are waiting")
    }
}
