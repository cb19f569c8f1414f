import KeyfobCore
import KeyfobCrypto

/// Smart lockout: ten wrong passwords lock an account for a minute, each further lock in a row lasts twice as long, and
/// repeating one of the last three wrong passwords does not count. Familiar and unfamiliar places share one counter.
enum SmartLockout {
    /// Counts a wrong password, and locks when there are too many.
    static func fail(
        _ lockout: inout Lockout, password: Secret<String>, salt: String, now: Int64, configuration: IdPConfiguration
    ) {
        let mark = mark(password, salt: salt)
        guard !lockout.recentWrong.contains(mark) else { return }
        lockout.recentWrong = Array((lockout.recentWrong + [mark]).suffix(3))
        lockout.failures += 1
        guard lockout.failures >= configuration.lockoutThreshold else { return }
        let factor = Int64(1) << Int64(min(lockout.lockCount, 10))
        lockout.lockedUntil = now + configuration.lockoutSeconds * factor
        lockout.lockCount += 1
        lockout.failures = 0
    }

    /// Recognizes a repeated password, and gives nothing away: sixteen bits fit one password in 65,536.
    private static func mark(_ password: Secret<String>, salt: String) -> String {
        let code = HMACSHA256.authenticate(Array(password.reveal().utf8), key: Array(salt.utf8))
        return Hex.encode(Array(code.prefix(2)))
    }
}
