import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Authentication context classes")
struct AuthnContextClassTests {
    /// The id token's `acr` and `acrs` at the end of a sign-in, and its pages.
    private func identity(
        _ fixture: inout ProviderFixture, _ changes: [String: String?]
    ) async throws -> (claims: [String: JSONValue], pages: [String]) {
        let visit = try await fixture.signIn(ProviderFixture.ada, changes)
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        let tokens = try TokenResponse(parsing: try await fixture.redeem(code).body)
        return (try await fixture.claims(tokens.idToken), visit.pages)
    }

    @Test("acr is in the id token where it is requested: the class 1, or the first requested context that is met")
    func values() async throws {
        var fixture = try await ProviderFixture()
        let plain = try await identity(&fixture, [:])
        #expect(plain.claims["acr"] == nil && plain.claims["acrs"] == nil)
        #expect(try await identity(&fixture, ["acr_values": "urn:unknown 2"]).claims["acr"] == "1")
        // Ada has no second factor: the context asks her for the password again.
        let stepped = try await identity(&fixture, ["acr_values": "c2 c1"])
        #expect(stepped.pages == ["sign-in"])
        #expect(stepped.claims["acr"] == "c2")
        // The session has met it.
        let again = try await identity(&fixture, ["acr_values": "c2"])
        #expect(again.pages == [] && again.claims["acr"] == "c2")
    }

    @Test("acr_values is a wish: a silent request succeeds without the context, and no sign-in is asked for twice")
    func isVoluntary() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn()
        let silent = try await identity(&fixture, ["acr_values": "c3", "prompt": "none"])
        #expect(silent.pages == [] && silent.claims["acr"] == "1")
        let required = #"{"id_token":{"acr":{"essential":true,"values":["c3"]}}}"#
        let refused = try await fixture.signIn(ProviderFixture.ada, ["claims": required, "prompt": "none"])
        #expect(try ProviderFixture.reply(refused)["error"] == "interaction_required")
    }

    @Test("A web app requires a context for its id token, as for an access token")
    func idTokenContexts() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn()
        let required = #"{"id_token":{"acrs":{"essential":true,"value":"c1"}}}"#
        let stepped = try await identity(&fixture, ["claims": required])
        #expect(stepped.pages == ["sign-in"])
        #expect(stepped.claims["acrs"] == ["c1"])
        #expect(stepped.claims["acr"] == nil)
        // Another request does not see it in its id token.
        #expect(try await identity(&fixture, [:]).claims["acrs"] == nil)
        let malformed = try await fixture.signIn(
            ProviderFixture.ada, ["claims": #"{"id_token":{"acrs":{"value":"admin"}}}"#])
        #expect(try ProviderFixture.reply(malformed)["error_description"]?.hasPrefix("AADSTS90023") == true)
    }

    @Test("A policy of the context applies to acr_values")
    func policy() async throws {
        var fixture = try await ProviderFixture()
        _ = try await fixture.signIn()
        try await fixture.provider.admin.put(policy: [
            "displayName": "c1 needs a second factor", "state": "enabled",
            "conditions": [
                "users": ["includeUsers": ["All"]],
                "applications": ["includeAuthenticationContextClassReferences": ["c1"]],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["mfa"]],
        ])
        #expect(try await identity(&fixture, [:]).pages == [])
        let stepped = try await identity(&fixture, ["acr_values": "c1"])
        #expect(stepped.pages.contains("register-factor"))
        #expect(stepped.claims["acr"] == "c1")
    }
}
