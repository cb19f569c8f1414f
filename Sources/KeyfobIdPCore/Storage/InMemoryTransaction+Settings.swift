extension InMemoryTransaction {
    func append(_ entries: [SignInLogEntry]) {
        for var entry in entries.map(\.bounded) {
            tables.lastSequence += 1
            entry.sequence = tables.lastSequence
            tables.log.append(entry)
            tables.logSize += entry.size
        }
        // A good piece at a time, so that a full log is not moved at each append.
        let most = SignInLogLimits.entries
        guard Int64(tables.log.count) > most + most / 10 || tables.logSize > SignInLogLimits.bytes + 1 << 20 else {
            return
        }
        var dropped = max(tables.log.count - Int(most), 0)
        tables.logSize -= tables.log.prefix(dropped).reduce(0) { $0 + $1.size }
        while tables.logSize > SignInLogLimits.bytes {
            tables.logSize -= tables.log[dropped].size
            dropped += 1
        }
        tables.log.removeFirst(dropped)
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
