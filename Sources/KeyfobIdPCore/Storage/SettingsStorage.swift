/// The provider's few settings, and housekeeping.
public protocol SettingsStorage {
    /// How many seconds the provider's clock is ahead of the machine's.
    func clockOffset() throws -> Int64
    /// Sets the clock's offset. Raises the directory's version.
    func setClockOffset(_ seconds: Int64) throws
    /// What the next requests are answered with instead of the truth, oldest first.
    func forcedErrors() throws -> [ForcedError]
    /// Replaces the forced errors. Raises the directory's version.
    func setForcedErrors(_ errors: [ForcedError]) throws
    /// Removes codes, device codes, nonces, sessions and pending sign-ins that expired before a moment (Unix seconds), and
    /// refresh tokens that were last used before another.
    func purge(expiredBefore time: Int64, refreshTokensUsedBefore idle: Int64) throws
}
