import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("In the place of Microsoft's cloud: addresses and issuers")
struct StandInAddressTests {
    private let contoso = SeedData.tenantID

    @Test("metadata of version 2 has Entra ID's addresses, under whichever name it was requested")
    func versionTwo() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let base = "https://login.microsoftonline.com/\(contoso)"
        for host in ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"] {
            let found = try await fixture.get("\(host)/\(contoso)/v2.0/.well-known/openid-configuration").json
            #expect(found["issuer"]?.stringValue == "\(base)/v2.0", "\(host)")
            #expect(found["authorization_endpoint"]?.stringValue == "\(base)/oauth2/v2.0/authorize")
            #expect(found["token_endpoint"]?.stringValue == "\(base)/oauth2/v2.0/token")
            #expect(found["device_authorization_endpoint"]?.stringValue == "\(base)/oauth2/v2.0/devicecode")
            #expect(found["end_session_endpoint"]?.stringValue == "\(base)/oauth2/v2.0/logout")
            #expect(found["jwks_uri"]?.stringValue == "\(base)/discovery/v2.0/keys")
            #expect(found["userinfo_endpoint"] == "https://graph.microsoft.com/oidc/userinfo")
            #expect(found["msgraph_host"] == "graph.microsoft.com")
            #expect(found["cloud_graph_host_name"] == "graph.windows.net")
            #expect(found["cloud_instance_name"] == "microsoftonline.com")
            #expect(found["rbac_url"] == "https://pas.windows.net")
        }
        let all = try await fixture.get("login.microsoftonline.com/common/v2.0/.well-known/openid-configuration").json
        #expect(all["issuer"] == "https://login.microsoftonline.com/{tenantid}/v2.0")
    }

    @Test("metadata of version 1 has the issuer at sts.windows.net")
    func versionOne() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let found = try await fixture.get("login.windows.net/contoso.test/.well-known/openid-configuration").json
        #expect(found["issuer"]?.stringValue == "https://sts.windows.net/\(contoso)/")
        #expect(
            found["authorization_endpoint"] == "https://login.microsoftonline.com/contoso.test/oauth2/authorize")
        #expect(found["userinfo_endpoint"] == "https://login.microsoftonline.com/contoso.test/openid/userinfo")
    }

    @Test("tokens of both versions have the cloud's issuers, and a guest's home is a version 1 issuer")
    func tokens() async throws {
        var fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let tokens = try await fixture.tokens()
        let access = try await fixture.claims(tokens.accessToken)
        #expect(access["iss"]?.stringValue == "https://login.microsoftonline.com/\(contoso)/v2.0")
        let second = try await fixture.refreshByADAL(tokens.refreshToken?.reveal() ?? "", resource: "api://files")
        let identity = try await fixture.claims(Secret(second.json["id_token"]?.stringValue ?? ""))
        #expect(identity["iss"]?.stringValue == "https://sts.windows.net/\(contoso)/")

        var guest = try await ProviderFixture.inPlaceOfTheCloud()
        guest.segment = "fabrikam.test"
        guest.clientID = SeedData.commandLineClientID
        guest.redirectURI = "http://localhost:51000"
        let abroad = try await guest.tokens(scope: "openid offline_access https://management.azure.com//.default")
        let claims = try await guest.claims(abroad.accessToken)
        #expect(claims["iss"]?.stringValue == "https://sts.windows.net/\(SeedData.fabrikamID)/")
        #expect(claims["idp"]?.stringValue == "https://sts.windows.net/\(contoso)/")
    }

    @Test("a token of the sign-in host is accepted at Graph's host, whose addresses the sign-in host lacks")
    func graph() async throws {
        var fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let token = try await fixture.tokens(scope: "openid profile offline_access User.Read").accessToken?.reveal()
        let found = try await fixture.get("graph.microsoft.com/oidc/userinfo", bearer: token)
        #expect(found.status == 200 && found.json["name"] == "Ada Lovelace")
        #expect(try await fixture.get("login.microsoftonline.com/oidc/userinfo", bearer: token).status == 404)
        let refused = try await fixture.get("graph.microsoft.com/oidc/userinfo")
        #expect(
            refused.fields["WWW-Authenticate"]?.contains(
                #"authorization_uri="https://login.microsoftonline.com/common/oauth2/v2.0/authorize""#) == true)
    }

    @Test("instance discovery lists Microsoft's clouds, and knows no other host")
    func instances() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        func ask(_ host: String) async throws -> HTTPResponse {
            try await fixture.get(
                "login.microsoftonline.com/common/discovery/instance?api-version=1.1"
                    + "&authorization_endpoint=https://\(host)/\(contoso)/oauth2/v2.0/authorize")
        }
        let found = try await ask("login.windows.net").json
        #expect(
            found["tenant_discovery_endpoint"]?.stringValue
                == "https://login.microsoftonline.com/\(contoso)/v2.0/.well-known/openid-configuration")
        let first = found["metadata"]?.arrayValue?.first
        #expect(first?["preferred_network"] == "login.microsoftonline.com")
        #expect(first?["preferred_cache"] == "login.windows.net")
        #expect(found["metadata"]?.arrayValue?.count == Cloud.known.count)
        let unknown = try await ask("login.example.com")
        #expect(unknown.status == 400 && unknown.number == 50049)
        #expect(try await ask("localhost:8443").number == 50049)
    }

    @Test("Resource Manager's metadata, challenge and errors name Microsoft's hosts")
    func resourceManager() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let cloud = try await fixture.get("management.azure.com/metadata/endpoints?api-version=2022-09-01").json
        #expect(cloud["name"] == "AzureCloud" && cloud["resourceManager"] == "https://management.azure.com/")
        #expect(cloud["authentication"]?["loginEndpoint"] == "https://login.microsoftonline.com")
        let refused = try await fixture.get("management.azure.com/subscriptions?api-version=2022-12-01")
        #expect(refused.status == 401)
        #expect(
            refused.fields["WWW-Authenticate"]?.hasPrefix(
                #"Bearer authorization_uri="https://login.windows.net/common""#) == true)
    }

    @Test("device registration is at its own host")
    func registration() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let found = try await fixture.get("enterpriseregistration.windows.net/contoso.test/Discover?api-version=1.9")
        #expect(
            found.json["DeviceJoinService"]?["JoinEndpoint"]
                == "https://enterpriseregistration.windows.net/EnrollmentServer/device/")
    }

    @Test("B2C and External ID are under their tenants' hosts")
    func customers() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let shop = try await fixture.get(
            "contososhop.b2clogin.com/contososhop.onmicrosoft.com/B2C_1_signin/v2.0/.well-known/openid-configuration")
        #expect(shop.json["issuer"]?.stringValue == "https://contososhop.b2clogin.com/\(SeedData.b2cID)/v2.0/")
        let club = try await fixture.get(
            "contosoclub.ciamlogin.com/contosoclub.onmicrosoft.com/v2.0/.well-known/openid-configuration")
        #expect(
            club.json["issuer"]?.stringValue
                == "https://\(SeedData.externalID).ciamlogin.com/\(SeedData.externalID)/v2.0")
        let elsewhere = try await fixture.get(
            "login.microsoftonline.com/contososhop.onmicrosoft.com/v2.0/.well-known/openid-configuration")
        #expect(elsewhere.status == 400 && elsewhere.number == 90002)
    }

    @Test("the provider's own names keep their own addresses")
    func ownNames() async throws {
        let fixture = try await ProviderFixture.inPlaceOfTheCloud()
        let own = try await fixture.get("localhost/contoso.test/v2.0/.well-known/openid-configuration").json
        #expect(own["issuer"]?.stringValue == "https://localhost/\(contoso)/v2.0")
        #expect(own["userinfo_endpoint"] == "https://localhost/oidc/userinfo")
        let old = try await fixture.get("localhost/contoso.test/.well-known/openid-configuration").json
        #expect(old["issuer"]?.stringValue == "https://localhost/\(contoso)/")
    }
}
