import KeyfobCore
import KeyfobIdPCore
import Testing

extension IdPStoreConformance {
    /// Devices are kept whole by id, listed by tenant in the order in which they were registered, and removed.
    public func devices() async throws {
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
}
