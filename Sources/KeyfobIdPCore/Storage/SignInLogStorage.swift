/// The sign-in log.
public protocol SignInLogStorage {
    /// Appends entries; the store gives each the next sequence number, and may drop the oldest beyond 100,000.
    func append(_ entries: [SignInLogEntry]) throws
    /// The entries after a sequence number, oldest first, at most so many.
    func signIns(after sequence: Int64, limit: Int) throws -> [SignInLogEntry]
}
