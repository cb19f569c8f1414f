/// Before which moments (Unix seconds) what is kept is forgotten.
public struct PurgeHorizon: Sendable, Hashable {
    /// Codes, device codes, nonces, sessions, pending sign-ins and primary refresh tokens that expired before it.
    public var expired: Int64
    /// Refresh tokens that were last used before it.
    public var unused: Int64
    /// Entries of the sign-in log from before it.
    public var logged: Int64

    /// Names the moments; of what has none, nothing is forgotten.
    public init(expired: Int64 = .min, unused: Int64 = .min, logged: Int64 = .min) {
        self.expired = expired
        self.unused = unused
        self.logged = logged
    }

    /// Everything that is of no use at a moment.
    init(at now: Int64, _ configuration: IdPConfiguration) {
        self.init(
            expired: now, unused: now - configuration.refreshTokenInactivity, logged: now - SignInLogLimits.seconds)
    }

    /// What is forgotten without being asked: a while later, so that who comes too late is still told that.
    init(unaskedAt now: Int64, _ configuration: IdPConfiguration) {
        self.init(at: now, configuration)
        expired -= 86400
        unused -= 7 * 86400
    }
}
