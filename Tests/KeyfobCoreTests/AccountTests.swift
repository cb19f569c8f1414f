import Synchronization
import Testing

@testable import KeyfobCore

@Suite("Accounts")
struct AccountTests {
    @Test("claims are read when somebody asks, once, and count in comparing profiles as if they had been there")
    func claims() {
        let reads = Mutex(0)
        let lazy = TenantProfile(
            identifier: "ada", tenantID: "contoso", isHomeTenant: true,
            readingClaims: {
                reads.withLock { $0 += 1 }
                return ["name": "Ada"]
            })
        #expect(reads.withLock { $0 } == 0)
        let account = Account(
            identifier: "ada.contoso", username: "ada", environment: "login.example", tenantProfiles: [lazy])
        #expect(account.claims == ["name": "Ada"])
        #expect(account.claims?["name"] == "Ada")
        #expect(reads.withLock { $0 } == 1)

        let ready = TenantProfile(
            identifier: "ada", tenantID: "contoso", isHomeTenant: true, claims: ["name": "Ada"])
        let other = TenantProfile(
            identifier: "ada", tenantID: "contoso", isHomeTenant: true, claims: ["name": "Grace"])
        #expect(lazy == ready)
        #expect(lazy.hashValue == ready.hashValue)
        #expect(lazy != other)
    }
}
