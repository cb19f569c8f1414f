import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Tenants by host and kind")
struct TenantDiscoveryTests {
    private static let port = "8443"

    private func answer(_ fixture: ProviderFixture, _ address: String) async throws -> HTTPResponse {
        try await fixture.provider.send(.get(try #require(HTTPURL("https://\(address)"))))
    }

    private func metadata(_ fixture: ProviderFixture, _ authority: String) async throws -> ProviderMetadata {
        let response = try await answer(fixture, "\(authority)/.well-known/openid-configuration")
        #expect(response.status == 200, "\(authority)")
        return try ProviderMetadata(parsing: response.body)
    }

    @Test(
        "Each kind of tenant publishes its own issuer and addresses",
        arguments: [
            (
                "localhost:8443/consumers/v2.0", "localhost:8443/\(Authority.personalAccountsTenant)/v2.0",
                "localhost:8443/consumers/oauth2/v2.0/token"
            ),
            (
                "localhost:8443/fabrikam.test/v2.0", "localhost:8443/\(SeedData.fabrikamID)/v2.0",
                "localhost:8443/fabrikam.test/oauth2/v2.0/token"
            ),
            (
                "login.sovereign.test:8443/wingtip.test/v2.0",
                "login.sovereign.test:8443/\(SeedData.wingtipID)/v2.0",
                "login.sovereign.test:8443/wingtip.test/oauth2/v2.0/token"
            ),
            // An alias of the cloud leads to its preferred name.
            (
                "sts.sovereign.test:8443/wingtip.test/v2.0", "login.sovereign.test:8443/\(SeedData.wingtipID)/v2.0",
                "login.sovereign.test:8443/wingtip.test/oauth2/v2.0/token"
            ),
            (
                "contososhop.b2clogin.test:8443/tfp/ContosoShop.onmicrosoft.com/B2C_1_SignIn/v2.0",
                "contososhop.b2clogin.test:8443/\(SeedData.b2cID)/v2.0/",
                "contososhop.b2clogin.test:8443/contososhop.onmicrosoft.com/b2c_1_signin/oauth2/v2.0/token"
            ),
            (
                "contosoclub.ciamlogin.test:8443/contosoclub.onmicrosoft.com/v2.0",
                "\(SeedData.externalID).ciamlogin.test:8443/\(SeedData.externalID)/v2.0",
                "contosoclub.ciamlogin.test:8443/contosoclub.onmicrosoft.com/oauth2/v2.0/token"
            ),
            (
                "id.adatum.test:8443", "id.adatum.test:8443",
                "id.adatum.test:8443/\(SeedData.adatumID)/oauth2/v2.0/token"
            ),
            (
                "sts.proseware.test:8443/adfs", "sts.proseware.test:8443/adfs",
                "sts.proseware.test:8443/adfs/oauth2/token"
            ),
        ])
    func documents(authority: String, issuer: String, token: String) async throws {
        let fixture = try await ProviderFixture()
        let metadata = try await metadata(fixture, authority)
        #expect(metadata.issuer == "https://\(issuer)")
        #expect(metadata.tokenEndpoint.description == "https://\(token)")
        // The keys are at the address in the document.
        let keys = try await fixture.provider.send(.get(metadata.jwksURI))
        #expect(keys.status == 200 && keys.json["keys"]?.arrayValue?.isEmpty == false)
    }

    @Test("The three forms of a policy's address are equivalent")
    func forms() async throws {
        let fixture = try await ProviderFixture()
        let host = "contososhop.b2clogin.test:8443"
        let tenant = "contososhop.onmicrosoft.com"
        var documents: Set<ProviderMetadata> = []
        for form in ["tfp/\(tenant)/b2c_1_signin", "\(tenant)/B2C_1_SIGNIN"] {
            documents.insert(try await metadata(fixture, "\(host)/\(form)/v2.0"))
        }
        let query = try await answer(
            fixture, "\(host)/\(tenant)/v2.0/.well-known/openid-configuration?p=b2c_1_signin")
        documents.insert(try ProviderMetadata(parsing: query.body))
        #expect(documents.count == 1)
        // Tenants for customers have no device codes, and the subjects are the same for every client.
        #expect(documents.first?.deviceAuthorizationEndpoint == nil)
        #expect(documents.first?.additional["subject_types_supported"] == ["public"])
        #expect(documents.first?.additional["grant_types_supported"] == ["authorization_code", "refresh_token"])
        let refused = try await fixture.provider.send(
            .form(
                try #require(HTTPURL("https://\(host)/\(tenant)/oauth2/v2.0/devicecode?p=b2c_1_signin")),
                FormParameters([("client_id", SeedData.shopClientID), ("scope", "openid")])))
        #expect(refused.status == 400 && refused.number == 70003)
    }

    @Test(
        "A tenant is served at its own hosts, and nowhere else",
        arguments: [
            ("localhost:8443/wingtip.test/v2.0", 90038), ("login.sovereign.test:8443/contoso.test/v2.0", 90038),
            ("login.sovereign.test:8443/consumers/v2.0", 90038),
            ("localhost:8443/contososhop.onmicrosoft.com/b2c_1_signin/v2.0", 90002),
            ("localhost:8443/\(SeedData.externalID)/v2.0", 90002), ("localhost:8443/\(SeedData.adatumID)/v2.0", 90002),
            ("contososhop.b2clogin.test:8443/contoso.test/v2.0", 90002),
            ("contososhop.b2clogin.test:8443/common/v2.0", 90002),
            ("contososhop.b2clogin.test:8443/contososhop.onmicrosoft.com/v2.0", 90002),
            ("contososhop.b2clogin.test:8443/contososhop.onmicrosoft.com/b2c_1_none/v2.0", 90002),
            ("localhost:8443/contoso.test/b2c_1_signin/v2.0", 90002),
            ("localhost:8443/tfp/contoso.test/b2c_1_signin/v2.0", 90002),
            ("contosoclub.ciamlogin.test:8443/organizations/v2.0", 90002),
            ("localhost:8443/adfs", 90002), ("localhost:8443", 90002), ("id.adatum.test:8443/adfs", 90002),
            ("localhost:8443/nobody.test/v2.0", 90002), ("localhost:8443/no%20body/v2.0", 900_023),
        ])
    func elsewhere(authority: String, number: Int) async throws {
        let fixture = try await ProviderFixture()
        let response = try await answer(fixture, "\(authority)/.well-known/openid-configuration")
        #expect(response.status == 400 && response.number == Int64(number), "\(authority)")
    }

    @Test("Instance discovery lists both clouds, version 1.0 none; other hosts are unknown")
    func instances() async throws {
        let fixture = try await ProviderFixture()
        func ask(_ host: String, about: String, version: String = "1.1") async throws -> HTTPResponse {
            let question = FormParameters([
                ("api-version", version), ("authorization_endpoint", "https://\(about)/common/oauth2/v2.0/authorize"),
            ])
            return try await answer(fixture, "\(host)/common/discovery/instance?\(question.encoded)")
        }
        let main = try InstanceDiscovery(parsing: try await ask("localhost:8443", about: "localhost:8443").body)
        #expect(main.clouds.map(\.preferredNetwork) == ["localhost:8443", "login.sovereign.test:8443"])
        #expect(main.clouds.last?.preferredCache == "sts.sovereign.test:8443")
        #expect(
            main.tenantDiscoveryEndpoint.description
                == "https://localhost:8443/common/v2.0/.well-known/openid-configuration")
        let other = try InstanceDiscovery(
            parsing: try await ask("localhost:8443", about: "sts.sovereign.test:8443").body)
        #expect(other.tenantDiscoveryEndpoint.hostAndPort == "login.sovereign.test:8443")
        let old = try await ask("login.sovereign.test:8443", about: "login.sovereign.test:8443", version: "1.0")
        #expect(old.status == 200 && old.json["metadata"] == nil && old.json["api-version"] == "1.0")
        for stranger in ["evil.test:8443", "login.sovereign.test", "contososhop.b2clogin.test:8443"] {
            let refused = try await ask("localhost:8443", about: stranger)
            #expect(refused.status == 400 && refused.number == 50049)
            #expect(refused.json["error"] == "invalid_instance")
        }
    }
}
