extension InMemoryTransaction {
    private static var maximumLogLength: Int { 100_000 }

    func append(_ entries: [SignInLogEntry]) {
        for var entry in entries {
            tables.lastSequence += 1
            entry.sequence = tables.lastSequence
            tables.log.append(entry)
        }
        // A tenth at a time, so that a full log is not moved at each append.
        if tables.log.count > Self.maximumLogLength + Self.maximumLogLength / 10 {
            tables.log.removeFirst(tables.log.count - Self.maximumLogLength)
        }
    }

    func signIns(after sequence: Int64, limit: Int) -> [SignInLogEntry] {
        Array(tables.log.lazy.filter { $0.sequence > sequence }.prefix(max(0, limit)))
    }

    func clockOffset() -> Int64 { tables.clockOffset }

    func setClockOffset(_ seconds: Int64) {
        tables.clockOffset = seconds
        tables.version += 1
    }

    func forcedErrors() -> [ForcedError] { tables.forcedErrors }

    func setForcedErrors(_ errors: [ForcedError]) {
        tables.forcedErrors = errors
        tables.version += 1
    }

    func purge(expiredBefore time: Int64, refreshTokensUsedBefore idle: Int64) {
        tables.codes = tables.codes.filter { $0.value.expiresAt >= time }
        tables.deviceCodes = tables.deviceCodes.filter { $0.value.expiresAt >= time }
        tables.sessions = tables.sessions.filter { $0.value.expiresAt >= time }
        tables.pending = tables.pending.filter { $0.value.expiresAt >= time }
        tables.nonces = tables.nonces.filter { $0.value >= time }
        tables.primaryRefreshTokens = tables.primaryRefreshTokens.filter { $0.value.expiresAt >= time }
        tables.refreshTokens = tables.refreshTokens.filter { $0.value.lastUsedAt >= idle }
        tables.refreshTokenOrder = tables.refreshTokenOrder.filter { tables.refreshTokens[$0.key] != nil }
    }
}
