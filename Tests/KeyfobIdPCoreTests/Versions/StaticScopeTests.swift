import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Scopes of registrations")
struct StaticScopeTests {
    private static let api = "bbbbbbbb-0000-4000-8000-000000000001"

    @Test("R87: the manifest of an API lists its scopes, and a token has the listed ones")
    func manifest() async throws {
        var fixture = try await ProviderFixture()
        let ids = ["44444444-0000-4000-8000-000000009001", "44444444-0000-4000-8000-000000009002"]
        try await fixture.registerAPI(
            appID: Self.api, uri: "https://notes.contoso.test", scopes: [(ids[0], "Notes.Read", "User")])
        let first = try await fixture.tokens(
            scope: "openid profile offline_access https://notes.contoso.test/Notes.Read")
        #expect(try await fixture.scp(first) == ["Notes.Read"])
        let wanted = "openid offline_access https://notes.contoso.test/Notes.Read https://notes.contoso.test/Notes.Add"
        let tooEarly = try await fixture.signIn(scope: wanted)
        #expect(try ProviderFixture.reply(tooEarly)["error"] == "invalid_scope")
        // The same request succeeds as soon as the manifest lists the permission, and fails when it no longer does.
        try await fixture.registerAPI(
            appID: Self.api, uri: "https://notes.contoso.test",
            scopes: [(ids[0], "Notes.Read", "User"), (ids[1], "Notes.Add", "User")])
        #expect(try await fixture.scp(try await fixture.tokens(scope: wanted)) == ["Notes.Read", "Notes.Add"])
        try await fixture.registerAPI(
            appID: Self.api, uri: "https://notes.contoso.test", scopes: [(ids[1], "Notes.Add", "User")])
        #expect(try ProviderFixture.reply(try await fixture.signIn(scope: wanted))["error"] == "invalid_scope")
    }

    @Test("R92: a token for /.default has the scopes that a version 1 token for the resource has")
    func defaultIsStatic() async throws {
        var old = try await ProviderFixture()
        let first = try await old.adalTokens()
        var new = try await ProviderFixture()
        let second = try await new.tokens(scope: "openid profile offline_access api://files/.default")
        let registered = try await new.provider.admin.registration(of: SeedData.suiteClientID)
        let ids = registered["requiredResourceAccess"]?.arrayValue?
            .first { $0["resourceAppId"]?.stringValue == SeedData.filesAppID }?["resourceAccess"]?.arrayValue?.count
        #expect(try await old.scp(first) == (try await new.scp(second)))
        #expect(try await new.scp(second).count == ids)
        // Both needed one consent page that listed everything, and need no other.
        #expect(try await new.signIn(scope: "openid api://files/.default").pages.isEmpty)
        #expect(try await new.signInByADAL().pages.isEmpty)
    }

    @Test("R93: the scope for all registered permissions is the resource followed by /.default")
    func appended() async throws {
        #expect(
            ScopeSet.everyPermission(of: "https://graph.microsoft.com").values
                == ["https://graph.microsoft.com/.default"])
        var fixture = try await ProviderFixture()
        let scopes = ScopeSet.everyPermission(of: "https://graph.microsoft.com").union(.reserved)
        let tokens = try await fixture.tokens(scope: scopes.description)
        #expect(try await fixture.scp(tokens) == ["openid", "profile", "User.Read"])
    }

    @Test("R94: a resource that ends in a slash keeps it: two slashes in the scope, one in the audience")
    func doubleSlash() async throws {
        var fixture = try await ProviderFixture()
        fixture.clientID = SeedData.commandLineClientID
        fixture.redirectURI = "http://localhost:51000"
        for resource in ["https://management.azure.com/", "https://management.core.windows.net/"] {
            let scope = ScopeSet.everyPermission(of: resource)
            #expect(scope.values == ["\(resource)/.default"])
            let tokens = try await fixture.tokens(scope: scope.union(.reserved).description)
            #expect(try await fixture.claims(tokens.accessToken)["aud"]?.stringValue == resource)
            #expect(tokens.scopes?.contains("\(resource)/.default") == true)
            let again = try await fixture.refresh(
                tokens.refreshToken?.reveal() ?? "", scope: "\(resource)/user_impersonation")
            let refreshed = try TokenResponse(parsing: again.body)
            #expect(try await fixture.claims(refreshed.accessToken)["aud"]?.stringValue == resource)
        }
        // Without the second slash it is another spelling of the same API, and the token's audience keeps it.
        let bare = try await fixture.tokens(scope: "openid offline_access https://management.azure.com/.default")
        #expect(try await fixture.claims(bare.accessToken)["aud"]?.stringValue == "https://management.azure.com")
    }
}
