import KeyfobCore
import KeyfobIdPModel
import Testing

extension IdPStoreConformance {
    /// Sessions and pending sign-ins are read back as written, and removed on request.
    package func sessions() async throws {
        let store = try await makeStore()
        var session = Sample.session(1)
        let pending = Sample.pending(1)
        try await store.transaction { [session] transaction in
            try transaction.put(session)
            try transaction.put(pending)
        }
        let key = session.idHash
        try await expect(session, in: store) { try $0.session(idHash: key) }
        try await expect(nil, in: store) { try $0.session(idHash: Sample.hash(9)) }
        try await expect(pending, in: store) { try $0.pendingSignIn(idHash: pending.idHash) }
        session.expiresAt += 60
        try await store.transaction { [session] in try $0.put(session) }
        try await expect(session, in: store) { try $0.session(idHash: key) }
        session.accounts = []
        try await store.transaction { [session] transaction in
            try transaction.put(session)
            try transaction.removePendingSignIn(idHash: pending.idHash)
        }
        try await expect(nil, in: store) { try $0.session(idHash: key) }
        try await expect(nil, in: store) { try $0.pendingSignIn(idHash: pending.idHash) }
    }

    /// Redeeming a code returns it as it was before; later calls see the time of the redemption.
    package func authorizationCodes() async throws {
        let store = try await makeStore()
        let code = Sample.code(1)
        try await store.transaction { try $0.insert(code) }
        let first = try await store.transaction { try $0.consumeAuthorizationCode(hash: code.codeHash, at: 50) }
        let second = try await store.transaction { try $0.consumeAuthorizationCode(hash: code.codeHash, at: 60) }
        let third = try await store.transaction { try $0.consumeAuthorizationCode(hash: code.codeHash, at: 70) }
        #expect(first == code)
        #expect(second?.redeemedAt == 50)
        #expect(third?.redeemedAt == 50)
        let unknown = try await store.transaction { try $0.consumeAuthorizationCode(hash: Sample.hash(9), at: 1) }
        #expect(unknown == nil)
    }

    /// Of many concurrent redemptions of one code, one is first; one whose transaction then fails was not.
    package func consumeOnce() async throws {
        let store = try await makeStore()
        let code = Sample.code(1)
        try await store.transaction { try $0.insert(code) }
        await #expect(throws: Abandoned.self) {
            try await store.transaction { transaction in
                _ = try transaction.consumeAuthorizationCode(hash: code.codeHash, at: 40)
                throw Abandoned()
            }
        }
        let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await store.transaction {
                        try $0.consumeAuthorizationCode(hash: code.codeHash, at: 50)?.redeemedAt == nil
                    }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(winners == 1)
    }

    /// Refresh tokens are found by hash; a grant's are revoked together, a user's are aged together.
    package func refreshTokens() async throws {
        let store = try await makeStore()
        let tokens = [
            Sample.refreshToken(1, grant: "g1", user: "u1"), Sample.refreshToken(2, grant: "g1", user: "u1"),
            Sample.refreshToken(3, grant: "g2", user: "u1"), Sample.refreshToken(4, grant: "g3", user: "u2"),
        ]
        try await store.transaction { transaction in for token in tokens { try transaction.insert(token) } }
        func held(_ number: Int) async throws -> RefreshTokenGrant? {
            try await store.transaction { try $0.refreshToken(hash: Sample.hash(number)) }
        }
        #expect(try await held(1) == tokens[0])
        #expect(try await held(4) == tokens[3])
        #expect(try await held(9) == nil)
        try await store.transaction { transaction in
            try transaction.touchRefreshToken(hash: Sample.hash(4), at: 500)
            try transaction.revokeRefreshTokens(grantID: "g1", at: 600)
        }
        try await store.transaction { transaction in
            try transaction.revokeRefreshTokens(grantID: "g1", at: 700)
            try transaction.touchRefreshTokens(userID: "u1", at: 3)
        }
        let after = [try await held(1), try await held(2), try await held(3), try await held(4)]
        #expect(after.map { $0?.revokedAt } == [600, 600, nil, nil])
        #expect(after.map { $0?.lastUsedAt } == [3, 3, 3, 500])
    }

    /// Descendants of an authorization are revoked with it; an id that only starts with its id is not.
    package func authorizationsBelow() async throws {
        let store = try await makeStore()
        let grants = ["g1", "g1/a", "g1/a/b", "g10", "g1-", "g", "other/g1"]
        try await store.transaction { transaction in
            for (number, grant) in grants.enumerated() {
                try transaction.insert(Sample.refreshToken(number, grant: grant, user: "u"))
                try transaction.insert(
                    PrimaryRefreshTokenGrant(
                        tokenHash: Sample.hash(number), access: Sample.access(grant, user: "u"), deviceID: "d",
                        sealedSessionKey: [1], issuedAt: 5, expiresAt: 1000))
            }
        }
        func left() async throws -> [[String]] {
            try await store.transaction { transaction in
                let hashes = grants.indices.map { Sample.hash($0) }
                return [
                    try hashes.compactMap { try transaction.refreshToken(hash: $0) }.filter { $0.revokedAt == nil }
                        .map(\.access.grantID),
                    try hashes.compactMap { try transaction.primaryRefreshToken(hash: $0) }.map(\.access.grantID),
                ]
            }
        }
        for (revoked, rest) in [
            ("g1/a", ["g1", "g10", "g1-", "g", "other/g1"]), ("g1", ["g10", "g1-", "g", "other/g1"]),
        ] {
            try await store.transaction { transaction in
                try transaction.revokeRefreshTokens(grantID: revoked, at: 600)
                try transaction.removePrimaryRefreshTokens(grantID: revoked)
            }
            #expect(try await left() == [rest, rest])
        }
    }

    /// A device code is found by either of its codes, and replaced as it proceeds.
    package func deviceCodes() async throws {
        let store = try await makeStore()
        var code = Sample.deviceCode(1)
        try await store.transaction { [code] in try $0.put(code) }
        try await expect(code, in: store) { [code] in try $0.deviceCode(hash: code.codeHash) }
        code.state = .approved
        code.access = Sample.access("g", user: "u")
        code.lastPolledAt = 12
        try await store.transaction { [code] in try $0.put(code) }
        try await expect(code, in: store) { [code] in try $0.deviceCode(userCodeHash: code.userCodeHash) }
        try await expect(nil, in: store) { try $0.deviceCode(userCodeHash: Sample.hash(99)) }
        try await expect(nil, in: store) { try $0.deviceCode(hash: Sample.hash(99)) }
    }
}
