import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel

/// Smart lockout: ten wrong passwords lock an account for a minute, each further lock in a row lasts twice as long, and
/// repeating one of the last three wrong passwords does not count.
///
/// Browsers in which the user has signed in before have a separate counter: an attacker elsewhere locks unfamiliar
/// browsers, and not the user's own.
enum SmartLockout {
    private static let mostBrowsers = 16

    /// The time (Unix seconds) until which no password from this browser is checked; 0 if it is not locked.
    static func lockedUntil(_ lockout: Lockout?, browser: [UInt8]) -> Int64 {
        guard let lockout else { return 0 }
        return isFamiliar(browser, lockout) ? lockout.lockedUntil : lockout.unfamiliar?.lockedUntil ?? 0
    }

    /// Counts a wrong password, and locks when there are too many.
    static func fail(
        _ lockout: inout Lockout, password: Secret<String>, browser: [UInt8], salt: String, now: Int64,
        configuration: IdPConfiguration
    ) {
        let mark = mark(password, salt: salt)
        guard !lockout.recentWrong.contains(mark) else { return }
        lockout.recentWrong = Array((lockout.recentWrong + [mark]).suffix(3))
        var counter =
            isFamiliar(browser, lockout)
            ? Lockout.Counter(
                failures: lockout.failures, lockCount: lockout.lockCount, lockedUntil: lockout.lockedUntil)
            : lockout.unfamiliar ?? Lockout.Counter()
        counter.failures += 1
        if counter.failures >= configuration.lockoutThreshold {
            let factor = Int64(1) << Int64(min(counter.lockCount, 10))
            counter.lockedUntil = now + configuration.lockoutSeconds * factor
            counter.lockCount += 1
            counter.failures = 0
        }
        if isFamiliar(browser, lockout) {
            lockout.failures = counter.failures
            lockout.lockCount = counter.lockCount
            lockout.lockedUntil = counter.lockedUntil
        } else {
            lockout.unfamiliar = counter
        }
    }

    /// Resets the failures, and stores the browser in which the password was right.
    ///
    /// The other kind of browser keeps its counter: a sign-in in the user's own browser does not help an attacker
    /// elsewhere.
    static func succeed(_ lockout: inout Lockout, browser: [UInt8]) {
        if isFamiliar(browser, lockout) {
            lockout.failures = 0
            lockout.lockCount = 0
            lockout.lockedUntil = 0
        } else {
            lockout.unfamiliar = nil
        }
        lockout.recentWrong = []
        let known = (lockout.familiarBrowsers ?? []).filter { $0 != name(browser) }
        lockout.familiarBrowsers = Array((known + [name(browser)]).suffix(mostBrowsers))
    }

    private static func isFamiliar(_ browser: [UInt8], _ lockout: Lockout) -> Bool {
        lockout.familiarBrowsers?.contains(name(browser)) ?? false
    }

    private static func name(_ browser: [UInt8]) -> String { Hex.encode(Array(browser.prefix(16))) }

    /// Recognizes a repeated password without revealing it: one password in 65,536 has the same sixteen bits.
    private static func mark(_ password: Secret<String>, salt: String) -> String {
        let code = HMACSHA256.authenticate(Array(password.reveal().utf8), key: Array(salt.utf8))
        return Hex.encode(Array(code.prefix(2)))
    }
}
