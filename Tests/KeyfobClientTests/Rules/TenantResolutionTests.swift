import KeyfobCache
import KeyfobCore
import KeyfobOAuth
import Testing

@testable import KeyfobClient

@Suite("The tenant of a request")
struct TenantResolutionTests {
    private static let home = "11111111-1111-4111-8111-111111111111"
    private static let guest = "22222222-2222-4222-8222-222222222222"
    private static let host = "localhost:8443"

    private func user(_ homeAccountID: String, _ realm: String) -> CredentialEntity {
        .account(
            AccountEntity(
                homeAccountID: homeAccountID, environment: Self.host, realm: realm, localAccountID: "u",
                username: "ada@contoso.test"))
    }

    private func partition(_ homeAccountID: String, _ realms: String...) -> AccountPartition {
        AccountPartition(homeAccountID: homeAccountID, entities: realms.map { user(homeAccountID, $0) })
    }

    private func stored(_ homeAccountID: String, _ store: InMemoryCredentialStore) throws -> AccountPartition {
        try #require(try store.partition(homeAccountID: homeAccountID))
    }

    private func resolve(_ tenant: String, _ partition: AccountPartition) throws -> String? {
        try TenantResolution.authority(Authority(environment: Self.host, tenant: tenant), in: partition)?.tenant
    }

    @Test("The audiences mean the account's home tenant", arguments: ["common", "organizations", "consumers"])
    func audiences(_ tenant: String) throws {
        #expect(try resolve(tenant, partition("u.\(Self.home)", Self.guest, Self.home)) == Self.home)
    }

    @Test(
        "A realm that names an audience, as MSAL Python writes it, is no tenant",
        arguments: ["common", "organizations"])
    func audienceAsRealm(_ realm: String) throws {
        for requested in ["common", "organizations"] {
            #expect(try resolve(requested, partition("u.\(Self.home)", realm)) == Self.home)
            #expect(try resolve(requested, partition("u.\(Self.home)", realm, Self.guest)) == Self.home)
        }
    }

    @Test("A personal account has no tenant among the organizations")
    func personal() throws {
        let msa = Authority.personalAccountsTenant
        #expect(try resolve("organizations", partition("u.\(msa)", msa)) == "organizations")
        #expect(try resolve("consumers", partition("u.\(msa)", msa)) == msa)
    }

    @Test("An identifier of another form, without a tenant: the only tenant that the account was seen in")
    func opaque() throws {
        #expect(try resolve("common", partition("~x~.y", Self.home)) == Self.home)
        #expect(try resolve("common", partition("no-dot-at-all", Self.home)) == Self.home)
    }

    @Test("A tenant's id stands for itself, even if the account was never seen there")
    func identifiers() throws {
        #expect(try resolve(Self.guest, partition("u.\(Self.home)", Self.home)) == Self.guest)
    }

    @Test("A domain is unknown until a token was issued for it")
    func domain() async throws {
        let store = InMemoryCredentialStore()
        let id = "u.\(Self.home)"
        let user = user(id, Self.home)
        try await store.write { transaction throws(AuthError) in try transaction.put(user) }
        #expect(try resolve("contoso.test", stored(id, store)) == nil)
        for _ in 0..<2 {
            try await store.write { transaction throws(AuthError) in
                try TenantNames.remember(
                    Authority(environment: Self.host, tenant: "contoso.test"), realm: Self.home, homeAccountID: id,
                    in: transaction)
            }
        }
        #expect(try resolve("contoso.test", stored(id, store)) == Self.home)
        #expect(try resolve("fabrikam.test", stored(id, store)) == nil)
    }

    /// MSAL's table: the tenant that issued before for the same request, then the rule.
    @Test(
        "Every row of the table of requests, with and without an issuer before",
        arguments: [
            // requested, home tenant, seen in, issued for it before (host/tenant), other clouds allowed, resolved
            ("common", home, [home], nil, false, "\(host)/\(home)"),
            ("organizations", home, [home], nil, false, "\(host)/\(home)"),
            ("consumers", home, [home], nil, false, "\(host)/\(home)"),
            (
                "organizations", Authority.personalAccountsTenant, [Authority.personalAccountsTenant], nil, false,
                "\(host)/organizations"
            ),
            (
                "common", Authority.personalAccountsTenant, [Authority.personalAccountsTenant], nil, false,
                "\(host)/\(Authority.personalAccountsTenant)"
            ),
            (home, home, [home], nil, false, "\(host)/\(home)"),
            (guest, home, [home], nil, false, "\(host)/\(guest)"),
            (guest, home, [home, guest], nil, false, "\(host)/\(guest)"),
            // An account seen only outside its home: the issuer before counts, where there was one.
            ("common", "not-a-tenant", [guest], "\(host)/\(guest)", false, "\(host)/\(guest)"),
            ("organizations", "not-a-tenant", [guest, home], "\(host)/\(home)", false, "\(host)/\(home)"),
            // An account that was seen at home resolves to it, whatever was recorded.
            ("common", home, [home, guest], "\(host)/\(guest)", false, "\(host)/\(home)"),
            // Where other clouds are allowed, the issuer before always counts: the host may differ.
            ("common", home, [home], "other.test:1/\(home)", true, "other.test:1/\(home)"),
            (guest, home, [home, guest], "other.test:1/\(guest)", true, "other.test:1/\(guest)"),
            ("common", home, [home], nil, true, "\(host)/\(home)"),
        ] as [(String, String, [String], String?, Bool, String)])
    func table(
        _ requested: String, _ homeTenant: String, _ realms: [String], _ issued: String?, _ isInstanceAware: Bool,
        _ means: String
    ) async throws {
        let id = "u.\(homeTenant)"
        let store = InMemoryCredentialStore()
        let users = realms.map { user(id, $0) }
        let asked = Authority(environment: Self.host, tenant: requested)
        let key = AuthorityMap.Key(clientID: "Client", isInstanceAware: isInstanceAware)
        let issuing = try issued.map { try Authority("https://\($0)") }
        try await store.write { transaction throws(AuthError) in
            for user in users { try transaction.put(user) }
            guard let issuing else { return }
            try AuthorityMap.remember(
                asked, issuedBy: issuing, in: Self.host, key: key, homeAccountID: id, in: transaction)
        }
        let found = try TenantResolution.authority(asked, in: stored(id, store), history: key)
        #expect(found?.description == "https://\(means)")
        // Another client, and calls to which the other rule applies, have a separate history.
        let others = [
            AuthorityMap.Key(clientID: "other", isInstanceAware: isInstanceAware),
            AuthorityMap.Key(clientID: "client", isInstanceAware: !isInstanceAware),
        ]
        for other in others {
            let unknown = try TenantResolution.authority(asked, in: stored(id, store), history: other)
            let byRule = try TenantResolution.authority(asked, in: stored(id, store))
            #expect(unknown == byRule)
        }
    }

    @Test("The last issuer counts, and the one before it is forgotten")
    func moved() async throws {
        let id = "u.not-a-tenant"
        let store = InMemoryCredentialStore()
        let users = [user(id, Self.home), user(id, Self.guest)]
        let asked = Authority(environment: Self.host, tenant: "common")
        let key = AuthorityMap.Key(clientID: "client", isInstanceAware: false)
        try await store.write { transaction throws(AuthError) in
            for user in users { try transaction.put(user) }
        }
        for tenant in [Self.home, Self.guest, Self.home] {
            try await store.write { transaction throws(AuthError) in
                try AuthorityMap.remember(
                    asked, issuedBy: asked.with(tenant: tenant), in: Self.host, key: key, homeAccountID: id,
                    in: transaction)
            }
            #expect(try AuthorityMap.authority(for: asked, key: key, in: stored(id, store))?.tenant == tenant)
        }
    }

    @Test("AD FS and OpenID providers resolve to themselves; a policy's tenant is resolved like any other")
    func otherKinds() async throws {
        let issuer = try Authority.openID(issuer: "https://login.example/a")
        let farm = try Authority.adfs("https://sts.example/adfs")
        for authority in [issuer, farm] {
            #expect(try TenantResolution.authority(authority, in: partition("s", "x")) == authority)
        }
        let policy = try Authority.b2c("https://h/shop.test/p")
        let store = InMemoryCredentialStore()
        let id = "o-p.\(Self.home)"
        let user = user(id, Self.home)
        try await store.write { transaction throws(AuthError) in try transaction.put(user) }
        #expect(try TenantResolution.authority(policy, in: stored(id, store)) == nil)
        try await store.write { transaction throws(AuthError) in
            try TenantNames.remember(policy, realm: Self.home, homeAccountID: id, in: transaction)
        }
        #expect(
            try TenantResolution.authority(policy, in: stored(id, store))?.description == "https://h/tfp/\(Self.home)/p"
        )
    }

    @Test("The issuer of a tenant's metadata names its id; the placeholder of the audiences names none")
    func issuer() throws {
        let endpoint = try #require(HTTPURL("https://localhost:8443/x"))
        let requested = Authority(environment: Self.host, tenant: "contoso.test")
        func tenant(_ issuer: String) -> String {
            let metadata = ProviderMetadata(
                issuer: issuer, authorizationEndpoint: endpoint, tokenEndpoint: endpoint, jwksURI: endpoint)
            return TenantResolution.authority(requested, metadata: metadata).tenant
        }
        #expect(tenant("https://localhost:8443/\(Self.home.uppercased())/v2.0") == Self.home)
        #expect(tenant("https://localhost:8443/{tenantid}/v2.0") == "contoso.test")
        #expect(tenant("https://localhost:8443") == "contoso.test")
        #expect(tenant("no url") == "contoso.test")
    }
}
