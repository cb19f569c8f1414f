import KeyfobBackport
import Testing

@testable import KeyfobCore

@Suite("Accounts")
struct AccountTests {
    @Test("claims are read on first access, once, and comparing profiles includes them")
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

    @Test("accounts are the same if their identifiers are, or their names while they have no identifiers")
    func sameness() {
        func account(_ identifier: String, _ username: String?) -> Account {
            Account(identifier: identifier, username: username, environment: "login.example")
        }
        #expect(account("u.t", "ada").isSameAccount(as: account("U.T", "renamed")))
        #expect(!account("u.t", "ada").isSameAccount(as: account("", "ada")))
        #expect(account("", "Ada").isSameAccount(as: account("", "ada")))
        #expect(!account("", "ada").isSameAccount(as: account("", "grace")))
        #expect(!account("", nil).isSameAccount(as: account("", nil)))
        #expect(account("", "ada").id != account("", "grace").id)
        #expect(account("u.t", nil).id == "u.t")
    }
}
