extension InMemoryTransaction {
    func consents(tenantID: String, userID: String, clientID: String) -> [Consent] {
        tables.consents[.init(tenantID: tenantID, userID: userID, clientID: clientID)] ?? []
    }

    func effectiveConsents(tenantID: String, userID: String, clientID: String) -> [Consent] {
        consents(tenantID: tenantID, userID: userID, clientID: clientID)
            + consents(tenantID: tenantID, userID: Consent.everyone, clientID: clientID)
    }

    func put(_ consent: Consent) {
        let key = InMemoryTables.ConsentKey(
            tenantID: consent.tenantID, userID: consent.userID, clientID: consent.clientID)
        var rows = tables.consents[key] ?? []
        Self.replace(&rows, by: consent) { $0.resourceID == consent.resourceID }
        rows.removeAll { $0.scopes.isEmpty && $0.refused.isEmpty }
        tables.consents[key] = rows
    }

    func session(idHash: [UInt8]) -> BrowserSession? { tables.sessions[idHash] }

    func put(_ session: BrowserSession) {
        tables.sessions[session.idHash] = session.accounts.isEmpty ? nil : session
    }

    func pendingSignIn(idHash: [UInt8]) -> PendingSignIn? { tables.pending[idHash] }

    func put(_ pending: PendingSignIn) {
        tables.pending[pending.idHash] = pending
        Self.limit(&tables.pending, from: pending.address, { $0.address }, endingAt: { $0.expiresAt })
    }

    func removePendingSignIn(idHash: [UInt8]) { tables.pending[idHash] = nil }

    func insert(_ code: AuthorizationCodeGrant) { tables.codes[code.codeHash] = code }

    func consumeAuthorizationCode(hash: [UInt8], at time: Int64) -> AuthorizationCodeGrant? {
        guard let code = tables.codes[hash] else { return nil }
        if code.redeemedAt == nil { tables.codes[hash]?.redeemedAt = time }
        return code
    }

    func insert(_ token: RefreshTokenGrant) {
        tables.refreshTokens[token.tokenHash] = token
        tables.lastRefreshToken += 1
        tables.refreshTokenOrder[token.tokenHash] = tables.lastRefreshToken
    }

    func refreshToken(hash: [UInt8]) -> RefreshTokenGrant? { tables.refreshTokens[hash] }

    func touchRefreshToken(hash: [UInt8], at time: Int64) { tables.refreshTokens[hash]?.lastUsedAt = time }

    func refreshTokens(grantID: String) -> [RefreshTokenGrant] {
        tables.refreshTokens.values.filter { $0.access.grantID == grantID }
            .sorted { (tables.refreshTokenOrder[$0.tokenHash] ?? 0) < (tables.refreshTokenOrder[$1.tokenHash] ?? 0) }
    }

    func markRefreshTokenRedeemed(hash: [UInt8], at time: Int64) {
        if let token = tables.refreshTokens[hash], token.redeemedAt == nil {
            tables.refreshTokens[hash]?.redeemedAt = time
        }
    }

    func revokeRefreshToken(hash: [UInt8], at time: Int64) {
        if let token = tables.refreshTokens[hash], token.revokedAt == nil {
            tables.refreshTokens[hash]?.revokedAt = time
        }
    }

    func revokeRefreshTokens(grantID: String, at time: Int64) {
        for (hash, token) in tables.refreshTokens
        where token.access.isWithin(grantID: grantID) && token.revokedAt == nil {
            tables.refreshTokens[hash]?.revokedAt = time
        }
    }

    func touchRefreshTokens(userID: String, at time: Int64) {
        for (hash, token) in tables.refreshTokens where token.access.userID == userID {
            tables.refreshTokens[hash]?.lastUsedAt = time
        }
    }

    func deviceCode(hash: [UInt8]) -> DeviceCodeGrant? { tables.deviceCodes[hash] }

    func deviceCode(userCodeHash: [UInt8]) -> DeviceCodeGrant? {
        tables.deviceCodes.values.first { $0.userCodeHash == userCodeHash }
    }

    func put(_ code: DeviceCodeGrant) {
        tables.deviceCodes[code.codeHash] = code
        Self.limit(&tables.deviceCodes, from: code.address, { $0.address }, endingAt: { $0.expiresAt })
    }

    private static func limit<Row>(
        _ rows: inout [[UInt8]: Row], from address: String?, _ own: (Row) -> String?, endingAt end: (Row) -> Int64
    ) {
        guard let address, rows.count > PendingLimits.perAddress else { return }
        let all = rows.filter { own($0.value) == address }
        guard all.count > PendingLimits.perAddress else { return }
        let first = all.sorted { end($0.value) < end($1.value) }
        for (key, _) in first.prefix(all.count - PendingLimits.perAddress) { rows[key] = nil }
    }
}
