import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Discovery")
struct DiscoveryTests {
    private func metadata(_ fixture: ProviderFixture, _ path: String) async throws -> ProviderMetadata {
        let response = try await fixture.provider.send(.get(try fixture.url(path)))
        #expect(response.status == 200)
        #expect(response.fields["Access-Control-Allow-Origin"] == "*")
        #expect(response.fields["Cache-Control"] == "max-age=86400, private")
        return try ProviderMetadata(parsing: response.body)
    }

    @Test(
        "A tenant's document names the tenant's issuer, whichever of its names was requested",
        arguments: [SeedData.tenantID, "contoso.test", "Contoso.TEST"])
    func tenant(segment: String) async throws {
        let fixture = try await ProviderFixture()
        let metadata = try await metadata(fixture, "/\(segment)/v2.0/.well-known/openid-configuration")
        #expect(metadata.issuer == "https://localhost:8443/\(SeedData.tenantID)/v2.0")
        #expect(!metadata.issuerNamesEveryTenant)
    }

    @Test("At common and organizations the issuer is a template", arguments: ["common", "organizations"])
    func everyTenant(segment: String) async throws {
        let fixture = try await ProviderFixture()
        let metadata = try await metadata(fixture, "/\(segment)/v2.0/.well-known/openid-configuration")
        #expect(metadata.issuer == "https://localhost:8443/{tenantid}/v2.0")
        #expect(metadata.issuer(tenantID: SeedData.tenantID) == "https://localhost:8443/\(SeedData.tenantID)/v2.0")
    }

    @Test(
        "HEAD is answered as GET, at documents and at pages",
        arguments: ["/contoso.test/v2.0/.well-known/openid-configuration", "/common/oauth2/deviceauth"])
    func head(path: String) async throws {
        let fixture = try await ProviderFixture()
        let url = try fixture.url(path)
        let got = try await fixture.provider.send(HTTPRequest(method: .get, url: url))
        let head = try await fixture.provider.send(HTTPRequest(method: .head, url: url))
        #expect(got.status == 200 && head.status == 200)
        #expect(head.fields["Content-Type"] == got.fields["Content-Type"])
        #expect(head.body.count == got.body.count)
        let token = try await fixture.provider.send(
            HTTPRequest(method: .head, url: try fixture.url("/common/oauth2/v2.0/token")))
        #expect(token.status == 400 && token.fields["Allow"] == "POST")
    }

    @Test("Every endpoint that the documents name exists", arguments: ["/v2.0", ""])
    func endpoints(version: String) async throws {
        let fixture = try await ProviderFixture()
        let metadata = try await metadata(fixture, "/contoso.test\(version)/.well-known/openid-configuration")
        #expect(metadata.endpoints.count == 6)
        for endpoint in metadata.endpoints {
            #expect(endpoint.origin == fixture.provider.base.origin)
            #expect(endpoint.path.contains("/v2.0/") == (version == "/v2.0" && !endpoint.path.hasPrefix("/oidc/")))
            #expect(try await fixture.provider.send(.get(endpoint)).status != 404, "\(endpoint.path)")
        }
    }

    @Test("The documents list the methods of client authentication, and the grants of the address")
    func authentication() async throws {
        let fixture = try await ProviderFixture()
        for (segment, missing) in [
            ("contoso.test", []), ("common", ["password", "client_credentials"]),
            ("organizations", ["client_credentials"]), ("consumers", ["password", "client_credentials"]),
        ] as [(String, [String])] {
            for version in ["/v2.0", ""] {
                let metadata = try await metadata(fixture, "/\(segment)\(version)/.well-known/openid-configuration")
                #expect(
                    metadata.clientAuthentication == [
                        "client_secret_post", "private_key_jwt", "client_secret_basic",
                    ])
                let grants = metadata.additional["grant_types_supported"]?.arrayValue?.compactMap(\.stringValue) ?? []
                for name in ["password", "client_credentials"] {
                    #expect(grants.contains(name) != missing.contains(name), "\(segment): \(name)")
                }
            }
        }
    }

    @Test("A tenant that does not exist is an invalid tenant, reported in JSON")
    func unknownTenant() async throws {
        let fixture = try await ProviderFixture()
        let response = try await fixture.provider.send(
            .get(try fixture.url("/nowhere.test/v2.0/.well-known/openid-configuration")))
        #expect(response.status == 400)
        #expect(response.number == 90002)
        #expect(response.json["error"]?.stringValue == "invalid_tenant")
        let token = try await fixture.token(
            [
                ("client_id", fixture.clientID), ("grant_type", "refresh_token"),
                ("refresh_token", "x"),
            ], path: "/nowhere.test/oauth2/v2.0/token")
        #expect(token.status == 400)
        #expect(token.number == 90002)
        #expect(token.json["error"]?.stringValue == "invalid_request")
    }

    @Test("Only supported features are announced, and the strict profile omits plain challenges")
    func announcements() async throws {
        let path = "/common/v2.0/.well-known/openid-configuration"
        let faithful = try await metadata(try await ProviderFixture(), path)
        #expect(faithful.additional["response_types_supported"] == ["code", "id_token", "code id_token"])
        #expect(faithful.additional["code_challenge_methods_supported"] == ["S256", "plain"])
        let strict = try await metadata(try await ProviderFixture { $0.profile = .strict }, path)
        #expect(strict.additional["code_challenge_methods_supported"] == ["S256"])
    }

    @Test("An app that sends its id gets the address of its keys, and the document names the hosts of the cloud")
    func ofAnApp() async throws {
        let fixture = try await ProviderFixture()
        func document(_ appID: String) async throws -> ProviderMetadata {
            let url = try fixture.url("/contoso.test/v2.0/.well-known/openid-configuration", [("appid", appID)])
            return try ProviderMetadata(parsing: try await fixture.provider.send(.get(url)).body)
        }
        let own = try await document(fixture.clientID)
        #expect(own.jwksURI.description.hasSuffix("/discovery/v2.0/keys?appid=\(fixture.clientID)"))
        let keys = try JWKSet(parsing: try await fixture.provider.send(.get(own.jwksURI)).body)
        #expect(!keys.keys.isEmpty)
        #expect(try await document("nobody").jwksURI.query == nil)
        for name in ["cloud_instance_name", "cloud_graph_host_name", "msgraph_host"] {
            #expect(own.additional[name] == "localhost:8443", "\(name)")
        }
    }

    @Test("Instance discovery recognizes its own host and no other")
    func instances() async throws {
        let fixture = try await ProviderFixture()
        func ask(_ endpoint: String) async throws -> HTTPResponse {
            let parameters = [("api-version", "1.1"), ("authorization_endpoint", endpoint)]
            return try await fixture.provider.send(.get(try fixture.url("/common/discovery/instance", parameters)))
        }
        let own = try await ask("https://localhost:8443/contoso.test/oauth2/v2.0/authorize")
        let discovery = try InstanceDiscovery(parsing: own.body)
        #expect(
            discovery.tenantDiscoveryEndpoint.description
                == "https://localhost:8443/contoso.test/v2.0/.well-known/openid-configuration")
        #expect(discovery.clouds.first?.aliases == ["localhost:8443"])
        let other = try await ask("https://login.example.test/common/oauth2/v2.0/authorize")
        #expect(other.status == 400)
        #expect(other.json["error"]?.stringValue == "invalid_instance")
        #expect(other.number == 50049)
        #expect(try await ask("no address").number == 50049)
        #expect(try await ask("").number == 900144)
    }

    @Test("A user's realm depends on the domain alone, so that it does not reveal which users exist")
    func userRealm() async throws {
        let fixture = try await ProviderFixture()
        func ask(_ user: String) async throws -> JSONValue {
            try await fixture.provider.send(
                .get(try fixture.url("/common/userrealm/\(user)", [("api-version", "1.0")]))
            )
            .json
        }
        let ada = try await ask("ada@contoso.test")
        #expect(ada["account_type"]?.stringValue == "Managed")
        #expect(try await ask("nobody@contoso.test") == ada)
        #expect(try await ask("ada@elsewhere.test")["account_type"]?.stringValue == "Unknown")
        #expect(ada["cloud_audience_urn"] == "urn:federation:MicrosoftOnline")
        func askSecond(_ user: String) async throws -> JSONValue {
            try await fixture.provider.send(
                .get(try fixture.url("/common/UserRealm", [("user", user), ("api-version", "2.1")]))
            ).json
        }
        let second = try await askSecond("ada@contoso.test")
        #expect(second["NameSpaceType"] == "Managed" && second["FederationBrandName"] == "Contoso")
        #expect(second["CloudInstanceName"] == "localhost:8443")
        #expect(try await askSecond("ada@elsewhere.test")["NameSpaceType"] == "Unknown")
        let without = try await fixture.provider.send(.get(try fixture.url("/common/userrealm")))
        #expect(without.number == 900144)
    }

    @Test("The provider reports that it is ready, and repeats the caller's correlation id on request")
    func health() async throws {
        let fixture = try await ProviderFixture()
        var request = HTTPRequest.get(try fixture.url("/healthz"))
        request.fields.set("client-request-id", "aaaabbbb-0000-4000-8000-000000000001")
        request.fields.set("return-client-request-id", "true")
        let response = try await fixture.provider.send(request)
        #expect(response.status == 200)
        #expect(response.fields["client-request-id"] == "aaaabbbb-0000-4000-8000-000000000001")
        #expect(response.fields["X-Content-Type-Options"] == "nosniff")
        request.fields.set("client-request-id", "\"><b>")
        let other = try await fixture.provider.send(request)
        #expect(other.fields["client-request-id"] != "\"><b>")
    }
}
