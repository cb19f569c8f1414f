import Foundation
import KeyfobCache
import KeyfobCore
import Testing

@Suite("The rules of ADAL's items")
struct ADALCacheRulesTests {
    private let tenant = "11111111-1111-4111-8111-111111111111"

    private func item(
        _ user: String = "ada@contoso.test", client: String = "c",
        authority: String = "https://login.windows.net/common",
        home: String? = nil, oid: String? = "oid", tenant: String? = nil, token: String? = nil
    ) -> ADALCacheItem {
        var claims: [String: JSONValue] = ["upn": .string(user), "tid": .string(tenant ?? self.tenant)]
        claims["oid"] = oid.map { .string($0) }
        let idToken = "e30.\(Base64URL.encode(JSONValue.object(claims).bytes()))."
        var item = ADALCacheItem(
            authority: authority, clientID: client,
            userInformation: ADALCacheUserInformation(rawIDToken: Secret(idToken)))
        item.refreshToken = Secret(token ?? "\(client) at \(authority)")
        item.homeAccountID = home
        return item
    }

    private func account(
        _ identifier: String, _ username: String?, oid: String? = nil, tenant: String? = nil
    ) -> Account {
        Account(
            identifier: identifier, username: username, environment: "login.windows.net",
            tenantProfiles: oid.map {
                [TenantProfile(identifier: $0, tenantID: tenant ?? self.tenant, isHomeTenant: true)]
            } ?? [])
    }

    private func summary(_ identifier: String, _ username: String, oid: String = "other") -> AccountSummary {
        AccountSummary(
            homeAccountID: identifier,
            profiles: [
                AccountSummary.Profile(
                    environment: "login.windows.net", realm: tenant, localAccountID: oid, username: username)
            ], refreshTokens: [], states: [])
    }

    @Test("authorities are tried under each name of the cloud, then as common; organizations is common")
    func authorities() {
        func tried(_ tenants: String...) -> [String] {
            ADALCacheRules.authorities(
                for: tenants.map { Authority(environment: "login.microsoftonline.com", tenant: $0) })
        }
        let hosts = ["login.windows.net", "login.microsoftonline.com", "login.microsoft.com", "sts.windows.net"]
        let common = hosts.map { "https://\($0)/common" }
        #expect(tried("contoso.test") == hosts.map { "https://\($0)/contoso.test" } + common)
        #expect(tried("common") == common)
        #expect(tried("organizations") == common)
        #expect(tried("consumers").isEmpty)
        #expect(
            tried("contoso.test", tenant)
                == hosts.map { "https://\($0)/contoso.test" } + hosts.map { "https://\($0)/\(tenant)" } + common)
        #expect(
            ADALCacheRules.authorities(for: [Authority(environment: "localhost:8443", tenant: "t")])
                == ["https://localhost:8443/t", "https://localhost:8443/common"])
    }

    @Test("the client's own token precedes its family's, the tenant's precedes common's")
    func order() {
        let items = [
            item(client: "foci-1"), item(), item(authority: "https://login.microsoftonline.com/contoso.test"),
            item(client: "other"), item("grace@contoso.test"),
        ]
        func found(_ family: String?, _ username: String?) -> [String] {
            ADALCacheRules.refreshTokens(
                in: items,
                ADALCacheSearch(
                    authorities: [Authority(environment: "sts.windows.net", tenant: "contoso.test")], clientID: "C",
                    family: family, account: account("", username))
            ).compactMap { $0.refreshToken?.reveal() }
        }
        #expect(
            found("1", "ADA@contoso.test") == [
                "c at https://login.microsoftonline.com/contoso.test", "c at https://login.windows.net/common",
                "foci-1 at https://login.windows.net/common",
            ])
        #expect(found(nil, "ada@contoso.test").count == 2)
        #expect(found("1", nil).isEmpty)
        #expect(found("1", "nobody@contoso.test").isEmpty)
    }

    @Test("the family that a client may try")
    func family() {
        func metadata(_ family: String) -> AppMetadataEntity {
            AppMetadataEntity(clientID: "c", environment: "e", familyID: family)
        }
        #expect(ADALCacheRules.family(nil) == "1")
        #expect(ADALCacheRules.family(metadata("")) == nil)
        #expect(ADALCacheRules.family(metadata("2")) == "2")
    }

    @Test("items of another account with the same name, or of a removed account, are not returned")
    func otherAccounts() {
        func found(_ item: ADALCacheItem, _ account: Account, hidden: [AccountSummary] = []) -> Bool {
            let search = ADALCacheSearch(
                authorities: [Authority(environment: "login.windows.net", tenant: "common")], clientID: "c",
                family: nil, account: account)
            return !ADALCacheRules.refreshTokens(in: [item], search, hidden: hidden).isEmpty
        }
        let ada = account("uid.utid", "ada@contoso.test", oid: "oid")
        #expect(found(item(home: "UID.utid"), ada))
        #expect(!found(item(home: "other.utid"), ada))
        #expect(found(item(), ada))
        #expect(!found(item(oid: "recycled"), ada))
        #expect(found(item(tenant: "elsewhere"), ada))
        #expect(!found(item(home: "uid.utid"), ada, hidden: [summary("uid.utid", "x")]))
        #expect(!found(item(oid: nil), ada, hidden: [summary("uid.utid", "ada@contoso.test")]))
        #expect(found(item(home: "uid.utid"), ada, hidden: [summary("uid2.utid", "ada@contoso.test")]))
    }

    @Test("R109-part: both lists are merged without duplicates")
    func merging() {
        func names(_ listed: [Account], _ items: [ADALCacheItem], hidden: [AccountSummary] = []) -> [String] {
            ADALCacheRules.accounts(merging: listed, with: items, clientIDs: ["c", "foci-1"], hidden: hidden)
                .map { "\($0.identifier)/\($0.username ?? "")" }
        }
        #expect(names([], []).isEmpty)
        #expect(names([], [item()]) == ["/ada@contoso.test"])
        #expect(names([], [item(home: "UID.utid"), item(client: "foci-1")]) == ["uid.utid/ada@contoso.test"])
        #expect(names([], [item(client: "foci-1"), item(home: "uid.utid")]) == ["uid.utid/ada@contoso.test"])
        #expect(names([], [item(client: "other"), item("g@x", client: "other")]).isEmpty)
        let listed = account("uid.utid", "Ada@contoso.test")
        #expect(names([listed], [item(home: "uid.utid"), item()]) == ["uid.utid/Ada@contoso.test"])
        // A name is not an identity: another identifier is another user.
        #expect(names([listed], [item(home: "uid2.utid")]).count == 2)
        // Renamed since: the object id in the tenant identifies the user.
        let renamed = account("uid.utid", "new@contoso.test", oid: "oid")
        #expect(names([renamed], [item()]) == ["uid.utid/new@contoso.test"])
        #expect(names([renamed], [item("new@contoso.test", oid: "recycled")]).count == 2)
        #expect(
            names([], [item(home: "uid.utid"), item("g@x", oid: "g")], hidden: [summary("uid.utid", "a")]) == ["/g@x"])
        #expect(names([], [item(oid: nil)], hidden: [summary("uid.utid", "ADA@contoso.test")]).isEmpty)
        var dead = item()
        dead.refreshToken = Secret("<tombstone>")
        var accessOnly = item()
        accessOnly.refreshToken = nil
        accessOnly.accessToken = Secret("a")
        #expect(names([], [dead, accessOnly]).isEmpty)
    }

    @Test("items written for ADAL's apps are found by them")
    func seeding() throws {
        func seeds(_ tenant: String, family: String? = nil, change: (inout SaveInput) -> Void = { _ in })
            -> [ADALCacheItem]
        {
            let input = Samples.response("t", family: family, change: change)
            return ADALCacheRules.seeds(
                for: input, requested: Authority(environment: "login.microsoftonline.com", tenant: tenant))
        }
        let own = seeds("organizations")
        #expect(own.map(\.kind) == [.multiResource])
        #expect(own.first?.authority == "https://login.windows.net/common")
        #expect(own.first?.homeAccountID == Samples.home)
        #expect(own.first?.refreshToken == Secret("refresh of t"))
        #expect(own.first?.accessToken == nil)
        let both = seeds("contoso.test", family: "1")
        #expect(both.map(\.clientID) == [Samples.client, "foci-1"])
        #expect(both.map(\.familyID) == ["1", "1"])
        #expect(both.first?.authority == "https://login.windows.net/contoso.test")
        #expect(seeds("consumers").isEmpty)
        #expect(seeds("common") { $0.refreshToken = nil }.isEmpty)
        #expect(seeds("common") { $0.idToken = nil }.isEmpty)
        for seed in both {
            #expect(try ADALCacheItem(archive: seed.archive) == seed)
        }
    }
}
