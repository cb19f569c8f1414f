import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Authentication contexts satisfied before")
struct ContextPolicyTests {
    private static let scope = "openid profile offline_access api://files/Files.ReadWrite"
    private static let stepUp: [String: String?] = [
        "claims": #"{"access_token":{"acrs":{"essential":true,"value":"c1"},"xms_cc":{"values":["cp1"]}}}"#
    ]

    private func contexts(_ fixture: ProviderFixture, _ answer: HTTPResponse) async throws -> JSONValue? {
        try await fixture.claims(try TokenResponse(parsing: answer.body).accessToken)["acrs"]
    }

    @Test("A token omits a context whose policy is no longer satisfied, refreshed or from the browser")
    func policyOfAContext() async throws {
        var fixture = try await ProviderFixture()
        let visit = try await fixture.signIn(ProviderFixture.ada, scope: Self.scope, Self.stepUp)
        let first = try TokenResponse(
            parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body)
        let token = first.refreshToken?.reveal() ?? ""
        #expect(try await contexts(fixture, try await fixture.refresh(token, scope: Self.scope)) == ["c1"])
        let policy = try await fixture.provider.admin.put(policy: [
            "displayName": "Removing needs a compliant device", "state": "enabled",
            "conditions": [
                "users": ["includeUsers": ["All"]],
                "applications": ["includeAuthenticationContextClassReferences": ["c1"]],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["compliantDevice"]],
        ])
        let refreshed = try await fixture.refresh(token, scope: Self.scope)
        #expect(refreshed.status == 200)
        #expect(try await contexts(fixture, refreshed) == nil)
        let lesser = try TokenResponse(parsing: refreshed.body)
        #expect(try await fixture.call(.put, "/api/files/a", lesser, body: "x").status == 201)
        #expect(try await fixture.call(.delete, "/api/files/a", lesser).status == 403)
        let again = try await fixture.signIn(ProviderFixture.ada, scope: Self.scope)
        #expect(
            try await contexts(fixture, try await fixture.redeem(try ProviderFixture.reply(again)["code"] ?? "")) == nil
        )
        let entries = try await fixture.provider.admin.signIns().filter { $0["event"] == "conditional_access" }
        #expect(
            entries.contains { $0["detail"]?.stringValue?.contains("without the authentication context c1") == true })
        // A request for it gets the missing requirement; a context that was satisfied is remembered.
        #expect(try await fixture.refresh(token, scope: Self.scope, Self.stepUp).number == 50097)
        try await fixture.provider.admin.removePolicy(policy)
        let restored = try await fixture.refresh(token, scope: Self.scope, Self.stepUp)
        #expect(try await contexts(fixture, restored) == ["c1"])
        let tokens = try TokenResponse(parsing: restored.body)
        #expect(try await fixture.call(.delete, "/api/files/a", tokens).status == 204)
    }

    @Test("A strength in a policy that is satisfied otherwise does not prevent another policy's second factor")
    func strengthElsewhere() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("mfa")
        try await fixture.provider.admin.put(policy: [
            "displayName": "A protected app, or a certificate", "state": "enabled",
            "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
            "grantControls": [
                "operator": "OR", "builtInControls": ["compliantApplication"],
                "authenticationStrength": ["id": "00000000-0000-0000-0000-000000000004"],
            ],
        ])
        let visit = try await fixture.signIn()
        #expect(visit.pages == ["sign-in", "register-factor", "consent"])
        #expect(visit.hasCode)
    }
}
