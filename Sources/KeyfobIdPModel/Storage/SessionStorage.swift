/// Browser sessions, and sign-ins between two pages.
package protocol SessionStorage {
    /// The session with that cookie hash, expired or not.
    func session(idHash: [UInt8]) throws -> BrowserSession?
    /// Adds or replaces a session by its hash; one without accounts is removed.
    func put(_ session: BrowserSession) throws
    /// The pending sign-in with that flow token hash, expired or not.
    func pendingSignIn(idHash: [UInt8]) throws -> PendingSignIn?
    /// Adds or replaces a pending sign-in by its hash.
    func put(_ pending: PendingSignIn) throws
    /// Removes a pending sign-in.
    func removePendingSignIn(idHash: [UInt8]) throws
}
