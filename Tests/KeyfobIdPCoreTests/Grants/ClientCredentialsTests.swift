import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Tokens of a client for itself")
struct ClientCredentialsTests {
    private func claims(_ client: ConfidentialClient, _ answer: HTTPResponse) async throws -> [String: JSONValue] {
        try await client.fixture.claims(try TokenResponse(parsing: answer.body).accessToken)
    }

    @Test("The response and the token have the members that Entra ID's have, and no others")
    func members() async throws {
        let client = try await ConfidentialClient()
        let answer = try await client.token()
        #expect(answer.status == 200)
        #expect(
            answer.json.objectValue?.keys.sorted() == ["access_token", "expires_in", "ext_expires_in", "token_type"])
        let token = try TokenResponse(parsing: answer.body).accessToken?.reveal() ?? ""
        #expect(try JWS(compact: token).header.keys.sorted() == ["alg", "kid", "typ"])
        let claims = try await claims(client, answer)
        #expect(
            claims.keys.sorted() == [
                "aio", "aud", "azp", "azpacr", "exp", "iat", "iss", "nbf", "oid", "rh", "sub", "tid", "uti", "ver",
                "xms_ftd",
            ])
        #expect(claims["aud"]?.stringValue == SeedData.filesAppID)
        #expect(claims["azp"]?.stringValue == ConfidentialClient.id && claims["azpacr"] == "1")
        #expect(claims["tid"]?.stringValue == SeedData.tenantID && claims["ver"] == "2.0")
        #expect(claims["oid"] == claims["sub"])
        #expect(
            claims["iss"]?.stringValue == (try client.fixture.url("/\(SeedData.tenantID)/v2.0").description))
    }

    @Test("At version 1, and for an API with version 1 tokens, the members are those of version 1")
    func versionOne() async throws {
        let client = try await ConfidentialClient()
        let answer = try await client.token(
            ["scope": nil, "resource": "https://graph.microsoft.com"], version: "")
        #expect(
            answer.json.objectValue?.keys.sorted() == [
                "access_token", "expires_in", "expires_on", "ext_expires_in", "not_before", "resource", "token_type",
            ])
        #expect(answer.json["resource"] == "https://graph.microsoft.com")
        #expect(answer.json["expires_in"]?.stringValue?.isEmpty == false)
        let claims = try await claims(client, answer)
        #expect(claims["aud"] == "https://graph.microsoft.com" && claims["ver"] == "1.0")
        #expect(claims["appid"]?.stringValue == ConfidentialClient.id && claims["appidacr"] == "1")
        #expect(claims["scp"] == nil && claims["azp"] == nil && claims["upn"] == nil)
    }

    @Test("An API admits the token with the permission that an administrator granted, and refuses it without")
    func accepted() async throws {
        let client = try await ConfidentialClient()
        func read(_ user: String) async throws -> HTTPResponse {
            let token = try TokenResponse(parsing: try await client.token().body).accessToken?.reveal() ?? ""
            var request = HTTPRequest.get(try client.fixture.url("/api/users/\(user)/files"))
            request.fields.set("Authorization", "Bearer \(token)")
            return try await client.fixture.provider.send(request)
        }
        #expect(try await read("ada@contoso.test").status == 403)
        try await client.grant()
        let answer = try await read("ada@contoso.test")
        #expect(answer.status == 200 && answer.json["reader"] == "Contoso Web")
        #expect(try await claims(client, try await client.token())["roles"] == ["Files.Read.All"])
        #expect(try await read("alan@fabrikam.test").status == 404, "the token is for one tenant")
        try await client.revokeRoles()
        #expect(try await read("ada@contoso.test").status == 403)
        // No user, so that the API for users refuses it.
        let token = try TokenResponse(parsing: try await client.token().body).accessToken?.reveal() ?? ""
        var request = HTTPRequest.get(try client.fixture.url("/api/files"))
        request.fields.set("Authorization", "Bearer \(token)")
        #expect(try await client.fixture.provider.send(request).status == 401)
    }

    @Test("A user's token does not pass as one of an application")
    func userToken() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().accessToken?.reveal() ?? ""
        var request = HTTPRequest.get(try fixture.url("/api/users/ada@contoso.test/files"))
        request.fields.set("Authorization", "Bearer \(token)")
        #expect(try await fixture.provider.send(request).status == 401)
    }

    @Test("The claim idtyp is there where the API's registration asks for it")
    func kind() async throws {
        let client = try await ConfidentialClient()
        try await client.fixture.provider.admin.change(
            SeedData.filesAppID, ["optionalClaims": ["accessToken": [["name": "idtyp"]]]])
        #expect(try await claims(client, try await client.token())["idtyp"] == "app")
    }

    @Test(
        "A scope that is not one RESOURCE/.default is 1002012, and a resource that does not exist 500011",
        arguments: [
            ("api://files/Files.Read", 1_002_012), ("api://files/.default openid", 1_002_012), (".default", 1_002_012),
            ("api://files/.default https://graph.microsoft.com/.default", 1_002_012), ("openid", 1_002_012),
            ("api://nowhere/.default", 500_011), ("", 900_144),
        ] as [(String, Int64)])
    func scopes(scope: String, number: Int64) async throws {
        let client = try await ConfidentialClient()
        let refused = try await client.token(["scope": scope])
        #expect(refused.status == 400 && refused.number == number)
        if number == 500_011 {
            #expect(refused.json["error"] == "invalid_resource")
            #expect(
                refused.json["error_description"]?.stringValue?.contains(
                    "The resource principal named api://nowhere was not found in the tenant named") == true)
        }
    }

    @Test("The address has to name a tenant to which the client belongs")
    func tenants() async throws {
        var client = try await ConfidentialClient()
        for (segment, number) in [
            ("common", 50059), ("organizations", 50059), ("consumers", 9_001_023), ("fabrikam.test", 700_016),
            ("nowhere.test", 90002),
        ] as [(String, Int64)] {
            client.fixture.segment = segment
            #expect(try await client.token().number == number, "\(segment)")
        }
        // Its administrator's consent makes it known in another tenant.
        try await client.fixture.provider.admin.assign(
            ["Files.Read.All"], of: "api://files", to: ConfidentialClient.id, tenant: "fabrikam.test")
        client.fixture.segment = "fabrikam.test"
        let claims = try await claims(client, try await client.token())
        #expect(claims["tid"]?.stringValue == SeedData.fabrikamID && claims["roles"] == ["Files.Read.All"])
        client.fixture.segment = SeedData.tenantID
        #expect(try await self.claims(client, try await client.token())["oid"] != claims["oid"])
    }

    @Test("The administrator's consent page grants the permissions that the registration declares")
    func adminConsent() async throws {
        var client = try await ConfidentialClient()
        let url = try client.fixture.url(
            "/contoso.test/adminconsent",
            [("client_id", ConfidentialClient.id), ("redirect_uri", ConfidentialClient.redirectURI), ("state", "s")])
        let visit = try await Person.grace.visit(url, with: &client.fixture.browser)
        #expect(visit.redirect?.contains("admin_consent=True") == true, "\(visit.pages)")
        #expect(try await claims(client, try await client.token())["roles"] == ["Files.Read.All"])
    }

    @Test("The sign-in log names the client, the API and the permissions, and never the secret")
    func log() async throws {
        let client = try await ConfidentialClient()
        try await client.grant()
        _ = try await client.token()
        _ = try await client.token(["client_secret": "a wrong secret"])
        let entries = try await client.fixture.provider.admin.signIns()
        let issued = entries.last { $0["event"] == "tokens_issued" }
        #expect(issued?["client_id"]?.stringValue == ConfidentialClient.id)
        #expect(issued?["resource"] == "api://files" && issued?["scopes"] == ["Files.Read.All"])
        let refused = entries.last { $0["event"] == "refused" }
        #expect(refused?["error_code"] == 7_000_215 && refused?["client_id"]?.stringValue == ConfidentialClient.id)
        let text = JSONValue.array(entries).text()
        #expect(!text.contains(client.secret) && !text.contains("a wrong secret"))
    }
}
