import KeyfobCore
import KeyfobIdPModel
import Testing

extension IdPStoreConformance {
    /// Policies, locations and groups are found by kind, tenant and id, in the order of creation; each change raises
    /// the directory's version.
    package func directoryObjects() async throws {
        let store = try await makeStore()
        func object(_ kind: DirectoryObject.Kind, _ id: String, _ text: String, _ tenant: String = "t")
            -> DirectoryObject
        {
            DirectoryObject(kind: kind, id: id, tenantID: tenant, document: text)
        }
        let rows = [
            object(.policy, "b", "{\"ü\": 1}"), object(.policy, "a", "{}"), object(.group, "a", "{}"),
            object(.namedLocation, "a", "{}", "other"),
        ]
        let version = try await store.transaction { try $0.directoryVersion() }
        try await store.transaction { transaction in for row in rows { try transaction.put(row) } }
        try await expect(rows, in: store) { try $0.directoryObjects() }
        try await expect(version + 4, in: store) { try $0.directoryVersion() }
        let changed = object(.policy, "b", "{\"ü\": 2}")
        try await store.transaction { transaction in
            try transaction.put(changed)
            try transaction.removeDirectoryObject(.policy, id: "a", tenantID: "t")
            try transaction.removeDirectoryObject(.namedLocation, id: "a", tenantID: "t")
        }
        try await expect([changed, rows[2], rows[3]], in: store) { try $0.directoryObjects() }
        try await expect(version + 7, in: store) { try $0.directoryVersion() }
    }

    /// Second factors are stored completely by user; enrolments by id, listed by tenant.
    package func factorsAndEnrollments() async throws {
        let store = try await makeStore()
        let factors = UserFactors(
            userID: "u", authenticator: .init(key: [1, 0xFF], lastStep: 5), phoneNumber: "+4915550100",
            failures: .init(failures: 1, lockCount: 2, lockedUntil: 3), textedAt: [4, 5])
        let rows = ["2", "1", "3"].map { id in
            AppEnrollment(
                id: id, tenantID: id == "3" ? "other" : "t", userID: "u", clientID: "c", bundleID: "test.app",
                deviceID: "d", enrolledAt: 6)
        }
        try await store.transaction { transaction in
            try transaction.put(factors)
            for row in rows { try transaction.put(row) }
        }
        try await expect(factors, in: store) { try $0.factors(userID: "u") }
        try await expect(nil, in: store) { try $0.factors(userID: "v") }
        try await expect(rows[0], in: store) { try $0.appEnrollment(id: "2") }
        try await expect(Array(rows[..<2]), in: store) { try $0.appEnrollments(tenantID: "t") }
        var wiped = rows[0]
        wiped.state = .wiped
        try await store.transaction { [wiped] transaction in
            try transaction.put(wiped)
            try transaction.put(UserFactors(userID: "u"))
        }
        try await expect([wiped, rows[1]], in: store) { try $0.appEnrollments(tenantID: "t") }
        try await expect(UserFactors(userID: "u"), in: store) { try $0.factors(userID: "u") }
    }
}
