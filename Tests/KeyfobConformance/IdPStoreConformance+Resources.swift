import KeyfobCore
import KeyfobIdPModel
import Testing

extension IdPStoreConformance {
    /// A line of refresh tokens is read in the order of creation; each is marked and revoked separately, and once.
    package func refreshTokenLines() async throws {
        let store = try await makeStore()
        try await store.transaction { transaction in
            for number in [3, 1, 2] { try transaction.insert(Sample.refreshToken(number, grant: "g", user: "u")) }
            var other = Sample.refreshToken(4, grant: "other", user: "u")
            other.access.evidence = .password
            try transaction.insert(other)
            try transaction.markRefreshTokenRedeemed(hash: Sample.hash(1), at: 10)
            try transaction.markRefreshTokenRedeemed(hash: Sample.hash(1), at: 20)
            try transaction.revokeRefreshToken(hash: Sample.hash(2), at: 30)
            try transaction.revokeRefreshToken(hash: Sample.hash(2), at: 40)
        }
        let line = try await store.transaction { try $0.refreshTokens(grantID: "g") }
        #expect(line.map(\.tokenHash) == [Sample.hash(3), Sample.hash(1), Sample.hash(2)])
        #expect(line.map(\.redeemedAt) == [nil, 10, nil])
        #expect(line.map(\.revokedAt) == [nil, nil, 30])
        #expect(line.first?.access.contexts == ["c1", "c2"])
        #expect(line.first?.access.evidence == Sample.evidence)
        #expect(line.first?.parentHash == Sample.hash(103))
        try await expect([.password], in: store) { try $0.refreshTokens(grantID: "other").map(\.access.evidence) }
        try await expect([], in: store) { try $0.refreshTokens(grantID: "none").map(\.tokenHash) }
    }

    /// Files belong to their owner, and are found by name, replaced and removed.
    package func files() async throws {
        let store = try await makeStore()
        func file(_ user: String, _ name: String, _ content: [UInt8]) -> StoredFile {
            StoredFile(tenantID: "t", userID: user, name: name, content: content, modifiedAt: 5)
        }
        let rows = [file("u", "b", [0, 0xFF]), file("u", "a", []), file("v", "a", [1])]
        try await store.transaction { transaction in for row in rows { try transaction.put(row) } }
        try await expect([rows[1], rows[0]], in: store) { try $0.files(tenantID: "t", userID: "u") }
        let longer = file("u", "a", [7, 8])
        try await store.transaction { transaction in
            try transaction.put(longer)
            try transaction.removeFile(tenantID: "t", userID: "u", name: "b")
        }
        try await expect([longer], in: store) { try $0.files(tenantID: "t", userID: "u") }
        try await expect([rows[2]], in: store) { try $0.files(tenantID: "t", userID: "v") }
        try await expect([], in: store) { try $0.files(tenantID: "other", userID: "u") }
    }

    /// Of many concurrent uses of one nonce one is first; an expired one is deleted.
    package func nonces() async throws {
        let store = try await makeStore()
        let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    try await store.transaction { try $0.spendNonce(hash: Sample.hash(1), until: 1000) }
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(winners == 1)
        try await expect(false, in: store) { try $0.isNonceSpent(hash: Sample.hash(2)) }
        try await expect(true, in: store) { try $0.spendNonce(hash: Sample.hash(2), until: 2000) }
        try await expect(true, in: store) { try $0.isNonceSpent(hash: Sample.hash(2)) }
        _ = try await store.transaction { try $0.purge(.init(expired: 2000), atMost: 100) }
        try await expect(false, in: store) { try $0.isNonceSpent(hash: Sample.hash(1)) }
        try await expect(true, in: store) { try $0.spendNonce(hash: Sample.hash(1), until: 3000) }
        try await expect(false, in: store) { try $0.spendNonce(hash: Sample.hash(2), until: 3000) }
    }
}
