import KeyfobCore
import KeyfobIdPModel
import Testing

extension IdPStoreConformance {
    /// Devices are stored completely by id, listed by tenant in the order of registration, and removed.
    package func devices() async throws {
        let store = try await makeStore()
        var rows = ["2", "1", "3"].map { id in
            RegisteredDevice(
                id: id, tenantID: id == "3" ? "other" : "t", ownerID: "u", displayName: "Dévice", joinType: .hybrid,
                operatingSystem: "iOS", operatingSystemVersion: "18.1", certificate: [0x30, 0xFF],
                transportKey: [1, 2], registeredAt: 5)
        }
        try await store.transaction { [rows] transaction in for row in rows { try transaction.put(row) } }
        try await expect(rows[1], in: store) { try $0.device(id: "1") }
        try await expect(nil, in: store) { try $0.device(id: "9") }
        rows[0].isEnabled = false
        rows[0].isManaged = true
        rows[0].isCompliant = true
        try await store.transaction { [rows] in try $0.put(rows[0]) }
        try await expect(Array(rows[..<2]), in: store) { try $0.devices(tenantID: "t") }
        try await store.transaction { transaction in
            try transaction.removeDevice(id: "1")
            try transaction.removeDevice(id: "none")
        }
        try await expect([rows[0]], in: store) { try $0.devices(tenantID: "t") }
    }

    /// Primary refresh tokens are stored completely by hash, and removed with their device and when they have expired.
    package func primaryRefreshTokens() async throws {
        let store = try await makeStore()
        let rows = [(1, "a"), (2, "a"), (3, "b")].map { number, device in
            PrimaryRefreshTokenGrant(
                tokenHash: Sample.hash(number), access: Sample.refreshToken(number, grant: "g", user: "u").access,
                deviceID: device, sealedSessionKey: [0, 0xFF], issuedAt: 5, expiresAt: Int64(number) * 1000)
        }
        try await store.transaction { transaction in for row in rows { try transaction.insert(row) } }
        for row in rows { try await expect(row, in: store) { try $0.primaryRefreshToken(hash: row.tokenHash) } }
        _ = try await store.transaction { try $0.purge(.init(expired: 1500), atMost: 100) }
        try await expect(nil, in: store) { try $0.primaryRefreshToken(hash: rows[0].tokenHash) }
        try await expect(rows[1], in: store) { try $0.primaryRefreshToken(hash: rows[1].tokenHash) }
        try await store.transaction { try $0.removePrimaryRefreshTokens(deviceID: "a") }
        try await expect(nil, in: store) { try $0.primaryRefreshToken(hash: rows[1].tokenHash) }
        try await expect(rows[2], in: store) { try $0.primaryRefreshToken(hash: rows[2].tokenHash) }
    }
}
