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
    /// Removes what is not needed any more: of each kind the given number at most, so that no transaction takes long.
    ///
    /// - Returns: whether more may be left.
    func purge(_ horizon: PurgeHorizon, atMost count: Int) throws -> Bool
}
