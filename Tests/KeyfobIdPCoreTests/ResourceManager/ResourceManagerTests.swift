import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The stand-in for Azure Resource Manager")
struct ResourceManagerTests {
    private static let scope = "openid offline_access https://management.core.windows.net//.default"

    /// A provider, and a token of the Azure CLI for a user.
    private func signedIn(
        _ user: String = "ada@contoso.test", at segment: String = "organizations", scope: String = scope
    ) async throws -> (fixture: ProviderFixture, token: String) {
        var fixture = try await ProviderFixture()
        fixture.clientID = SeedData.commandLineClientID
        fixture.redirectURI = "http://localhost:51000"
        fixture.segment = segment
        let person = Person(user: user, password: SeedData.password)
        let visit = try await fixture.signIn(person, scope: scope)
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let tokens = try TokenResponse(parsing: try await fixture.redeem(code).body)
        return (fixture, tokens.accessToken?.reveal() ?? "")
    }

    private func get(
        _ path: String, _ token: String?, _ fixture: ProviderFixture, version: String? = "2022-12-01"
    ) async throws -> HTTPResponse {
        var request = HTTPRequest.get(
            try fixture.url(path, version.map { [("api-version", $0)] } ?? []))
        if let token { request.fields.set("Authorization", "Bearer \(token)") }
        return try await fixture.provider.send(request)
    }

    private func ids(_ answer: HTTPResponse, _ name: String) -> [String] {
        answer.json["value"]?.arrayValue?.compactMap { $0[name]?.stringValue } ?? []
    }

    @Test("A user's tenants are the one at home and those with a guest account, and each has one subscription")
    func tenantsAndSubscriptions() async throws {
        let (fixture, token) = try await signedIn()
        let tenants = try await get("/tenants", token, fixture)
        #expect(ids(tenants, "tenantId") == [SeedData.tenantID, SeedData.fabrikamID])
        #expect(ids(tenants, "defaultDomain") == ["contoso.test", "fabrikam.test"])
        #expect(ids(tenants, "tenantCategory") == ["Home", "Home"])
        let mine = try await get("/subscriptions", token, fixture)
        #expect(ids(mine, "tenantId") == [SeedData.tenantID] && ids(mine, "state") == ["Enabled"])
        // The guest's token is for the other tenant: it lists the same tenants, and the other subscription.
        let (other, guest) = try await signedIn(at: "fabrikam.test")
        #expect(ids(try await get("/tenants", guest, other), "tenantId") == ids(tenants, "tenantId"))
        let theirs = try await get("/subscriptions", guest, other)
        #expect(ids(theirs, "tenantId") == [SeedData.fabrikamID])
        #expect(ids(theirs, "subscriptionId") != ids(mine, "subscriptionId"))
        // The id does not depend on the provider.
        let (again, sameUser) = try await signedIn("grace@contoso.test")
        #expect(
            ids(try await get("/subscriptions", sameUser, again), "subscriptionId") == ids(mine, "subscriptionId"))
        #expect(ids(try await get("/tenants", sameUser, again), "tenantId") == [SeedData.tenantID])
    }

    @Test("One subscription by its id; another tenant's needs a token of that tenant, and an unknown one is not found")
    func oneSubscription() async throws {
        let (fixture, token) = try await signedIn()
        let id = try #require(ids(try await get("/subscriptions", token, fixture), "subscriptionId").first)
        let found = try await get("/subscriptions/\(id)", token, fixture)
        #expect(found.status == 200 && found.json["displayName"] == "Contoso")
        #expect(found.json["id"]?.stringValue == "/subscriptions/\(id)")
        let missing = try await get("/subscriptions/\(SeedData.tenantID)", token, fixture)
        #expect(missing.status == 404 && missing.json["error"]?["code"] == "SubscriptionNotFound")
        let (other, guest) = try await signedIn(at: "fabrikam.test")
        let wrong = try await get("/subscriptions/\(id)", guest, other)
        #expect(wrong.status == 401 && wrong.json["error"]?["code"] == "InvalidAuthenticationTokenTenant")
        // Without a token the challenge names the tenant of the subscription, which is how clients find it.
        let bare = try await get("/subscriptions/\(id)", nil, fixture)
        let origin = try fixture.url("/").origin
        #expect(
            bare.fields["WWW-Authenticate"]?.hasPrefix(
                "Bearer authorization_uri=\"\(origin)/\(SeedData.tenantID)\", error=\"invalid_token\"") == true)
    }

    @Test("A missing, damaged, expired or foreign token is refused with Resource Manager's code and a challenge")
    func refusals() async throws {
        let (fixture, token) = try await signedIn()
        func refused(_ token: String?, _ code: String) async throws {
            let answer = try await get("/subscriptions", token, fixture)
            #expect(answer.status == 401)
            #expect(answer.json["error"]?["code"]?.stringValue == code)
            #expect(answer.json["error"]?["message"]?.stringValue?.isEmpty == false)
            let origin = try fixture.url("/").origin
            #expect(
                answer.fields["WWW-Authenticate"]?.hasPrefix("Bearer authorization_uri=\"\(origin)/common\"") == true)
        }
        try await refused(nil, "AuthenticationFailed")
        try await refused(String(token.dropLast(8)) + "AAAAAAAA", "InvalidAuthenticationToken")
        let files = try await signedIn(scope: "openid https://graph.microsoft.com/.default")
        let foreign = try await get("/subscriptions", files.token, files.fixture)
        #expect(foreign.json["error"]?["code"] == "InvalidAuthenticationTokenAudience")
        #expect(
            foreign.json["error"]?["message"]?.stringValue?.contains("'https://management.core.windows.net/'") == true)
        fixture.clock.advance(seconds: 3 * 3600)
        try await refused(token, "ExpiredAuthenticationToken")
    }

    @Test("Every address requires a version, and the metadata has the form of its version")
    func versions() async throws {
        let (fixture, token) = try await signedIn()
        for path in ["/tenants", "/subscriptions", "/metadata/endpoints"] {
            let missing = try await get(path, token, fixture, version: nil)
            #expect(missing.status == 400 && missing.json["error"]?["code"] == "MissingApiVersionParameter")
            let wrong = try await get(path, token, fixture, version: "latest")
            #expect(wrong.status == 400 && wrong.json["error"]?["code"] == "InvalidApiVersionParameter")
        }
        let one = try await get("/metadata/endpoints", nil, fixture, version: "2022-09-01").json
        let origin = try fixture.url("/").origin
        #expect(one["authentication"]?["loginEndpoint"]?.stringValue == origin)
        #expect(one["authentication"]?["audiences"]?.arrayValue?.first == "https://management.core.windows.net/")
        #expect(one["resourceManager"]?.stringValue == origin + "/")
        let list = try await get("/metadata/endpoints", nil, fixture, version: "2019-05-01").json
        #expect(list.arrayValue == [one])
    }

    @Test("An application's own token lists its tenant's subscription, and one that only looks like it is refused")
    func application() async throws {
        let client = try await ConfidentialClient()
        let answer = try await client.token(["scope": "https://management.azure.com/.default"])
        let token = try TokenResponse(parsing: answer.body).accessToken?.reveal() ?? ""
        let listed = try await get("/subscriptions", token, client.fixture)
        #expect(listed.status == 200 && ids(listed, "tenantId") == [SeedData.tenantID])
        #expect(ids(try await get("/tenants", token, client.fixture), "tenantId") == [SeedData.tenantID])
        let forged = try await get("/subscriptions", String(token.dropLast(8)) + "AAAAAAAA", client.fixture)
        #expect(forged.json["error"]?["code"] == "InvalidAuthenticationToken")
    }

    @Test("After a revocation a client that understands challenges gets one with the claims to request")
    func continuousAccess() async throws {
        var fixture = try await ProviderFixture()
        fixture.clientID = SeedData.commandLineClientID
        fixture.redirectURI = "http://localhost:51000"
        let visit = try await fixture.signIn(
            scope: Self.scope, ["claims": #"{"access_token":{"xms_cc":{"values":["CP1"]}}}"#])
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let token = try TokenResponse(parsing: try await fixture.redeem(code).body).accessToken?.reveal() ?? ""
        #expect(try await get("/subscriptions", token, fixture).status == 200)
        fixture.clock.advance(seconds: 10)
        try await fixture.provider.admin.revoke(user: "ada@contoso.test")
        let answer = try await get("/subscriptions", token, fixture)
        #expect(answer.status == 401)
        let challenge = answer.fields["WWW-Authenticate"] ?? ""
        #expect(challenge.contains("error=\"insufficient_claims\"") && challenge.contains("claims=\""))
    }
}
