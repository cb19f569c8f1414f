import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Version 1 and version 2")
struct VersionOneTests {
    private let graph = "https://graph.microsoft.com"

    @Test("Version 1 returns numbers as strings, always a refresh token, and an id token of its own version")
    func shapes() async throws {
        var fixture = try await ProviderFixture()
        let code = try ProviderFixture.reply(try await fixture.signInByADAL())["code"] ?? ""
        let response = try await fixture.redeemV1(code)
        #expect(response.status == 200)
        for name in ["expires_in", "ext_expires_in", "expires_on", "not_before", "resource", "scope"] {
            #expect(response.json[name]?.stringValue?.isEmpty == false, "\(name)")
        }
        let tokens = try TokenResponse(parsing: response.body)
        #expect(tokens.refreshToken != nil && tokens.clientInfo != nil)
        #expect(tokens.expiresOn == fixture.clock.unixSeconds + (tokens.expiresIn ?? 0))
        let idToken = try await fixture.claims(tokens.idToken)
        #expect(idToken["ver"]?.stringValue == "1.0")
        #expect(idToken["upn"]?.stringValue == "ada@contoso.test")
        #expect(idToken["unique_name"]?.stringValue == "ada@contoso.test")
        #expect(idToken["preferred_username"] == nil)
        #expect(idToken["aud"]?.stringValue == fixture.clientID)
        // The resource's registration determines the access token, not the endpoint.
        let access = try await fixture.claims(tokens.accessToken)
        #expect(access["ver"]?.stringValue == "2.0")
        #expect(access["aud"]?.stringValue == SeedData.filesAppID)
        #expect(access["azp"]?.stringValue == fixture.clientID)
        #expect(access["appid"] == nil)
    }

    @Test("A resource of version 1 gets version 1 tokens from both endpoints, its audience as requested")
    func accessTokenVersion() async throws {
        var fixture = try await ProviderFixture()
        let old = try await fixture.adalTokens(resource: graph)
        let new = try await fixture.tokens(scope: "openid offline_access \(graph)/User.Read")
        for tokens in [old, new] {
            let claims = try await fixture.claims(tokens.accessToken)
            #expect(claims["ver"]?.stringValue == "1.0")
            #expect(claims["aud"]?.stringValue == graph)
            #expect(claims["appid"]?.stringValue == fixture.clientID)
            #expect(claims["appidacr"]?.stringValue == "0")
            #expect(claims["upn"]?.stringValue == "ada@contoso.test")
            #expect(claims["unique_name"]?.stringValue == "ada@contoso.test")
            #expect(claims["azp"] == nil)
            #expect(claims["iss"]?.stringValue?.hasSuffix("/\(SeedData.tenantID)/") == true)
        }
        let idToken = try await fixture.claims(new.idToken)
        #expect(idToken["ver"]?.stringValue == "2.0")
        let byID = try await fixture.adalTokens(resource: "00000003-0000-0000-c000-000000000000")
        #expect(
            try await fixture.claims(byID.accessToken)["aud"]?.stringValue == "00000003-0000-0000-c000-000000000000")
    }

    @Test("One refresh token of version 1 is valid for every resource that was consented to")
    func multipleResources() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.adalTokens()
        let token = tokens.refreshToken?.reveal() ?? ""
        // Version 1 consent covers everything that the registration declares: no second page for the second resource.
        let other = try TokenResponse(parsing: try await fixture.refreshByADAL(token, resource: graph).body)
        #expect(other.resource == graph)
        #expect(try await fixture.scp(other) == ["openid", "profile", "User.Read"])
        #expect(try await fixture.claims(other.accessToken)["aud"]?.stringValue == graph)
        let unknown = try await fixture.refreshByADAL(token, resource: "https://nowhere.test")
        #expect(unknown.number == 500011)
        #expect(unknown.json["error"]?.stringValue == "invalid_resource")
        // The version 2 endpoint accepts the same token.
        #expect(try await fixture.refresh(token).status == 200)
    }

    @Test("Version 1 clients send no challenge; a verifier for such a code is refused, and strict requires a challenge")
    func noChallenge() async throws {
        var fixture = try await ProviderFixture()
        let first = try ProviderFixture.reply(try await fixture.signInByADAL())["code"] ?? ""
        #expect(try await fixture.redeemV1(first, ["code_verifier": fixture.verifier.value.reveal()]).number == 501481)
        let second = try ProviderFixture.reply(try await fixture.signInByADAL())["code"] ?? ""
        #expect(try await fixture.redeemV1(second).status == 200)
        let third =
            try ProviderFixture.reply(
                try await fixture.signInByADAL(
                    ProviderFixture.ada, resource: "api://files",
                    ["code_challenge": fixture.verifier.challenge, "code_challenge_method": "S256"]))["code"] ?? ""
        #expect(try await fixture.redeemV1(third).number == 501481)
        var strict = try await ProviderFixture { $0.profile = .strict }
        #expect(try ProviderFixture.reply(try await strict.signInByADAL())["error"] == "invalid_request")
        #expect(
            try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["code_challenge": nil]))["error"]
                == "invalid_request")
    }

    @Test("What version 2 calls invalid_grant, version 1 calls interaction_required, in responses and redirects")
    func errorNames() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.adalTokens()
        let token = tokens.refreshToken?.reveal() ?? ""
        let stepUp: [String: String?] = ["claims": #"{"access_token":{"acrs":{"essential":true,"value":"c7"}}}"#]
        let old = try await fixture.refreshByADAL(token, resource: "api://files", stepUp)
        let new = try await fixture.refresh(token, stepUp)
        #expect(old.number == 50076 && new.number == 50076)
        #expect(old.json["error"]?.stringValue == "interaction_required")
        #expect(new.json["error"]?.stringValue == "invalid_grant")
        #expect(old.json["suberror"]?.stringValue == "basic_action")
        let poll = try await fixture.token(
            [("grant_type", "device_code"), ("client_id", fixture.clientID), ("code", "unknown")],
            path: "/common/oauth2/token")
        #expect(poll.json["error"]?.stringValue == "bad_verification_code")
    }

    @Test("The device code response of version 1 has its own name for the address, and strings for numbers")
    func deviceCode() async throws {
        var fixture = try await ProviderFixture()
        let response = try await fixture.token(
            [("client_id", fixture.clientID), ("resource", "api://files")], path: "/common/oauth2/devicecode")
        #expect(response.json["verification_url"]?.stringValue?.isEmpty == false)
        #expect(response.json["verification_uri"] == nil)
        #expect(response.json["expires_in"]?.stringValue == "900")
        #expect(response.json["interval"]?.stringValue == "5")
        let device = try DeviceAuthorizationResponse(parsing: response.body)
        _ = try await fixture.enterCode(of: device)
        let tokens = try TokenResponse(
            parsing: try await fixture.token(
                [("grant_type", "device_code"), ("client_id", fixture.clientID), ("code", device.deviceCode.reveal())],
                path: "/common/oauth2/token"
            ).body)
        #expect(tokens.resource == "api://files")
        #expect(try await fixture.scp(tokens) == ["Files.Read", "Files.ReadWrite"])
    }

    @Test("Version 1 has its own documents, keys and sign-out")
    func documents() async throws {
        let fixture = try await ProviderFixture()
        let metadata = try ProviderMetadata(
            parsing: try await fixture.provider.send(.get(try fixture.url("/common/.well-known/openid-configuration")))
                .body)
        for endpoint in metadata.endpoints { #expect(!endpoint.path.contains("v2.0"), "\(endpoint)") }
        #expect(metadata.additional["microsoft_multi_refresh_token"]?.boolValue == true)
        let keys = try await fixture.provider.send(.get(metadata.jwksURI))
        #expect(keys.json["keys"]?.arrayValue?.allSatisfy { $0["issuer"] == nil } == true)
        let out = try #require(metadata.endSessionEndpoint)
        #expect(try await fixture.provider.send(.get(out)).status == 200)
    }
}
