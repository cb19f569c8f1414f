extension InMemoryTransaction {
    func append(_ entries: [SignInLogEntry]) {
        for var entry in entries.map(\.bounded) {
            tables.lastSequence += 1
            entry.sequence = tables.lastSequence
            tables.log.append(entry)
            tables.logSize += entry.size
        }
        // Drops many entries at a time, so that a full log is not moved at each append.
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

    func signIns(before sequence: Int64, limit: Int) -> [SignInLogEntry] {
        Array(tables.log.reversed().lazy.filter { $0.sequence < sequence }.prefix(max(0, limit)))
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

    func purge(_ horizon: PurgeHorizon, atMost count: Int) throws -> Bool {
        var isCut = false
        func remove<Row>(from rows: inout [[UInt8]: Row], _ isOver: (Row) -> Bool) {
            let over = rows.filter { isOver($0.value) }.keys.prefix(count)
            for key in over { rows[key] = nil }
            if over.count == count { isCut = true }
        }
        remove(from: &tables.codes) { $0.expiresAt < horizon.expired }
        remove(from: &tables.deviceCodes) { $0.expiresAt < horizon.expired }
        remove(from: &tables.sessions) { $0.expiresAt < horizon.expired }
        remove(from: &tables.pending) { $0.expiresAt < horizon.expired }
        remove(from: &tables.nonces) { $0 < horizon.expired }
        remove(from: &tables.primaryRefreshTokens) { $0.expiresAt < horizon.expired }
        remove(from: &tables.refreshTokens) { $0.lastUsedAt < horizon.unused }
        tables.refreshTokenOrder = tables.refreshTokenOrder.filter { tables.refreshTokens[$0.key] != nil }
        let old = tables.log.prefix { $0.time < horizon.logged }.prefix(count)
        tables.logSize -= old.reduce(0) { $0 + $1.size }
        tables.log.removeFirst(old.count)
        let deleted = tables.deletedItems.filter { $0.deletedAt < horizon.deleted }.prefix(count)
        for item in deleted { try DeletedItemPurge.remove(item, in: self) }
        return isCut || old.count == count || deleted.count == count
    }
}
