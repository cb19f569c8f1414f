import KeyfobCache
import KeyfobCore
import KeyfobOAuth
import Testing

@testable import KeyfobClient

@Suite("Which tenant a request means")
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

    @Test("An identifier of another form, in which no tenant is found: the only tenant that the account was seen in")
    func opaque() throws {
        #expect(try resolve("common", partition("~x~.y", Self.home)) == Self.home)
        #expect(try resolve("common", partition("no-dot-at-all", Self.home)) == Self.home)
    }

    @Test("A tenant's id is what it says, also one that the account was never seen in")
    func identifiers() throws {
        #expect(try resolve(Self.guest, partition("u.\(Self.home)", Self.home)) == Self.guest)
    }

    @Test("A domain is unknown until a token was got by it")
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
