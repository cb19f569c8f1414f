import KeyfobCrypto
import KeyfobIdPModel

/// Checks codes of second factors, for the pages that request one and those that register one.
struct FactorCheck {
    var factors: UserFactors
    var pending: PendingSignIn
    let configuration: IdPConfiguration
    let now: Int64

    /// The result of a check.
    enum Outcome: Sendable, Hashable {
        /// The code is right; contains the methods that it proves.
        case accepted(Set<String>)
        /// The code is wrong, used, or too old.
        case refused
        /// No code is checked until the lock ends.
        case locked
    }

    /// Checks a code against the one that was texted to a number and the authenticator app's, counts failures, and
    /// marks an accepted code as used.
    mutating func check(_ typed: String, key: [UInt8]?, textedTo number: String?) -> Outcome {
        guard factors.failures.lockedUntil <= now else { return .locked }
        let code = typed.filter { $0 != " " && $0 != "-" }
        if let number, let hash = pending.factor?.textHash, let expiry = pending.factor?.textExpiresAt, expiry >= now,
            ConstantTime.equal(hash, FactorText.hash(code, to: number, pending))
        {
            pending.factor?.textHash = nil
            return succeed(["sms", "mfa"])
        }
        let last = key == factors.authenticator?.key ? factors.authenticator?.lastStep : nil
        if let key, let step = OneTimeCode.acceptedStep(code, key: key, at: now, after: last) {
            factors.authenticator = UserFactors.Authenticator(key: key, lastStep: step)
            return succeed(["otp", "mfa"])
        }
        factors.failures.failures += 1
        if factors.failures.failures >= configuration.lockoutThreshold {
            let factor = Int64(1) << Int64(min(factors.failures.lockCount, 10))
            factors.failures.lockedUntil = now + configuration.lockoutSeconds * factor
            factors.failures.lockCount += 1
            factors.failures.failures = 0
            pending.factor?.textHash = nil
        }
        return .refused
    }

    private mutating func succeed(_ methods: Set<String>) -> Outcome {
        factors.failures = Lockout.Counter()
        pending.factor?.provedAt = now
        return .accepted(methods)
    }
}
