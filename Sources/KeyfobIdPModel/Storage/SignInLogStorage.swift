/// The sign-in log.
package protocol SignInLogStorage {
    /// Appends entries as ``SignInLogEntry/bounded`` returns them; the store gives each the next sequence number, and
    /// drops the oldest beyond ``SignInLogLimits``.
    func append(_ entries: [SignInLogEntry]) throws
    /// The entries after a sequence number, oldest first, up to a limit.
    func signIns(after sequence: Int64, limit: Int) throws -> [SignInLogEntry]
}
