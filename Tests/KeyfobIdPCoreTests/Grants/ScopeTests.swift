import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Scopes at the token endpoint")
struct ScopeTests {
    private let both = "openid profile offline_access api://files/Files.Read user.read"

    @Test("A refresh token reaches every API that was consented to, one at a time")
    func otherAPI() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.tokens(scope: both)
        let token = tokens.refreshToken?.reveal() ?? ""
        for (scope, audience) in [
            ("api://files/Files.Read", SeedData.filesAppID),
            ("https://graph.microsoft.com/User.Read", "https://graph.microsoft.com"),
        ] {
            let response = try await fixture.refresh(token, scope: scope)
            let access = try TokenResponse(parsing: response.body).accessToken?.reveal() ?? ""
            let claims = try JSONValue(parsing: try JWS(compact: access).payload)
            #expect(claims["aud"]?.stringValue == audience)
        }
        let mixed = try await fixture.refresh(token, scope: "api://files/Files.Read User.Read")
        #expect(mixed.status == 400)
        #expect(mixed.number == 700022)
        #expect(mixed.json["error"]?.stringValue == "invalid_scope")
    }

    @Test("A refresh that names its scopes does not depend on another API, except in the strict profile")
    func deletedAPI() async throws {
        for profile in IdPProfile.allCases {
            var fixture = try await ProviderFixture { $0.profile = profile }
            let token = try await fixture.tokens(scope: both).refreshToken?.reveal() ?? ""
            try await fixture.provider.store.transaction { try $0.removeApplication(appID: SeedData.filesAppID) }
            // Without a scope, everything that was authorized is meant.
            #expect(try await fixture.refresh(token, ["scope": nil]).number == 500011)
            let named = try await fixture.refresh(token, scope: "https://graph.microsoft.com/User.Read")
            #expect(named.number == (profile == .strict ? 500011 : nil))
            #expect(named.status == (profile == .strict ? 400 : 200))
        }
    }

    @Test("A client gets the scopes in its own spelling")
    func spelling() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.tokens(scope: "openid offline_access api://files/files.READ")
        #expect(tokens.scopes?.values.contains("api://files/files.READ") == true)
        let access = try JWS(compact: tokens.accessToken?.reveal() ?? "")
        #expect(try JSONValue(parsing: access.payload)["scp"]?.stringValue == "Files.Read")
    }

    @Test("Refresh tokens require offline_access, id tokens openid, and client_info has to be requested")
    func whatComesAlong() async throws {
        var fixture = try await ProviderFixture()
        let bare = try ProviderFixture.reply(try await fixture.signIn(scope: "api://files/Files.Read"))
        let response = try await fixture.redeem(bare["code"] ?? "", ["client_info": nil])
        #expect(response.status == 200)
        #expect(response.json["access_token"]?.stringValue != nil)
        for absent in ["refresh_token", "id_token", "client_info"] { #expect(response.json[absent] == nil) }
        #expect(response.json["token_type"]?.stringValue == "Bearer")
        #expect(response.fields["Cache-Control"]?.contains("no-store") == true)
    }

    @Test("An id token has another subject for each client, and the same one each time")
    func pairwise() async throws {
        var fixture = try await ProviderFixture()
        func subject() async throws -> String {
            try IDToken(decodingWithoutValidation: try await fixture.tokens().idToken?.reveal() ?? "").subject
        }
        let first = try await subject()
        #expect(try await subject() == first)
        fixture.clientID = SeedData.notesClientID
        fixture.redirectURI = "http://localhost:51000/fabrikam-notes"
        #expect(try await subject() != first)
    }

    @Test(
        "An invalid request is refused with the number for the reason",
        arguments: [
            (["client_id": nil], 900144), (["client_id": "nobody"], 700016), (["grant_type": nil], 900144),
            (["grant_type": "no_such_grant"], 70003), (["refresh_token": nil], 900144),
            (["scope": "api://files/Files.Erase"], 70011), (["scope": "api://nowhere/Read"], 500011),
            (["scope": "api://files/.default api://files/Files.Read"], 70011),
            (["resource": "api://files"], 901002), (["client_secret": "hush"], 700025),
            (["scope": "api://files/Files.ReadWrite"], 65001),
        ] as [([String: String?], Int64)])
    func refusals(changes: [String: String?], number: Int64) async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let response = try await fixture.refresh(token, changes)
        #expect((400...401).contains(response.status))
        #expect(response.number == number)
        let error = try #require(OAuthErrorResponse(parsing: response.body))
        #expect(error.description?.hasPrefix("AADSTS\(number): ") == true)
        #expect(error.traceID != nil && error.correlationID != nil && error.timestamp != nil)
        // A refusal does not use up the client's token.
        #expect(try await fixture.refresh(token).status == 200)
    }

    @Test("The body must be a form: JSON, repeated names and broken escapes are refused")
    func forms() async throws {
        let fixture = try await ProviderFixture()
        for (type, body) in [
            ("application/json", "{}"), ("application/x-www-form-urlencoded", "grant_type=a&grant_type=b"),
            ("application/x-www-form-urlencoded", "grant_type=%zz"), ("text/plain", "grant_type=a"),
        ] {
            let request = HTTPRequest(
                method: .post, url: try fixture.url("/common/oauth2/v2.0/token"), fields: ["Content-Type": type],
                body: Array(body.utf8))
            let response = try await fixture.provider.send(request)
            #expect(response.status == 400, "\(type) \(body)")
            #expect(response.json["error"]?.stringValue == "invalid_request", "\(type) \(body)")
        }
    }

    @Test("No error repeats the refused code, token or verifier")
    func nothingSecret() async throws {
        var fixture = try await ProviderFixture()
        let code = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
        let secrets = [code, "made-up-verifier-0123456789-0123456789-0123456789", "made-up-token"]
        let answers = [
            try await fixture.redeem(code, ["code_verifier": secrets[1]]), try await fixture.redeem(code),
            try await fixture.refresh(secrets[2]),
        ]
        let log = try await fixture.provider.admin.call(.get, "/_admin/trace").text()
        for secret in secrets {
            for answer in answers { #expect(!String(decoding: answer.body, as: UTF8.self).contains(secret)) }
            #expect(!log.contains(secret))
        }
    }
}
