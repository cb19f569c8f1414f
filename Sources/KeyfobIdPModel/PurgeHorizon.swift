/// The times (Unix seconds) before which stored data is removed.
package struct PurgeHorizon: Sendable, Hashable {
    /// Codes, device codes, nonces, sessions, pending sign-ins and primary refresh tokens that expired before it.
    package var expired: Int64
    /// Refresh tokens that were last used before it.
    package var unused: Int64
    /// Entries of the sign-in log from before it.
    package var logged: Int64

    /// Makes a horizon; by default nothing is removed.
    package init(expired: Int64 = .min, unused: Int64 = .min, logged: Int64 = .min) {
        self.expired = expired
        self.unused = unused
        self.logged = logged
    }
}
