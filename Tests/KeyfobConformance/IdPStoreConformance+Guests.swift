import KeyfobIdPModel
import Testing

extension IdPStoreConformance {
    /// A guest is found by the home user and the tenant, and keeps both; a tenant keeps its kind.
    package func guests() async throws {
        let store = try await makeStore()
        let home = Sample.user(1)
        var guest = Sample.user(2)
        guest.tenantID = "resource"
        guest.homeUserID = home.objectID
        guest.homeTenantID = home.tenantID
        guest.passwordHash = nil
        var other = Sample.user(3)
        other.tenantID = "elsewhere"
        other.homeUserID = home.objectID
        other.homeTenantID = home.tenantID
        try await store.transaction { [guest, other] transaction in
            for user in [home, guest, other] { try transaction.put(user) }
        }
        func found(_ tenant: String) async throws -> User? {
            try await store.transaction { try $0.guest(of: home.objectID, in: tenant) }
        }
        #expect(try await found("resource") == guest)
        #expect(try await found("elsewhere") == other)
        #expect(try await found(home.tenantID) == nil)
        #expect(try await store.transaction { try $0.user(objectID: home.objectID) } == home)
        guest.isEnabled = false
        try await store.transaction { [guest] in try $0.put(guest) }
        #expect(try await found("resource") == guest)

        let tenant = Tenant(
            id: "shop", displayName: "Shop", domains: ["shop.test"], kind: .b2c, hosts: ["shop.b2clogin.test"],
            cloud: "sovereign", policies: [UserFlow(id: "B2C_1_a", purpose: .signIn)], partialConsent: false,
            subjectSalt: "salt")
        try await store.transaction { try $0.put(tenant) }
        #expect(try await store.transaction { try $0.tenants() } == [tenant])
    }
}
