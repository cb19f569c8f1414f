/// The provider's settings, and the removal of expired data.
package protocol SettingsStorage {
    /// The seconds by which the provider's clock is ahead of the machine's.
    func clockOffset() throws -> Int64
    /// Sets the clock's offset. Raises the directory's version.
    func setClockOffset(_ seconds: Int64) throws
    /// The forced errors for the next requests, oldest first.
    func forcedErrors() throws -> [ForcedError]
    /// Replaces the forced errors. Raises the directory's version.
    func setForcedErrors(_ errors: [ForcedError]) throws
    /// Removes data that is no longer needed: of each kind the given number at most, so that no transaction takes long.
    ///
    /// - Returns: whether more may be left.
    func purge(_ horizon: PurgeHorizon, atMost count: Int) throws -> Bool
}
