import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Policies at the endpoints")
struct PolicyAtWorkTests {
    @Test("A policy created after the sign-in applies at the next refresh, and version 1 has its own error")
    func refresh() async throws {
        var fixture = try await ProviderFixture()
        let second = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let first = try await fixture.adalTokens().refreshToken?.reveal() ?? ""
        let id = try await fixture.provider.admin.require("mfa")
        let refused = try await fixture.refresh(second)
        #expect(refused.number == 50079)
        #expect(refused.json["error"] == "invalid_grant")
        #expect(refused.json["suberror"] == "basic_action")
        // A JSON text within a JSON text, as the platform sends it.
        let claims = try JSONValue(parsing: refused.json["claims"]?.stringValue ?? "")
        #expect(claims == ["access_token": ["capolids": ["essential": true, "values": [.string(id)]]]])
        #expect(try await fixture.refreshByADAL(first, resource: "api://files").json["error"] == "interaction_required")
        try await fixture.provider.admin.removePolicy(id)
        #expect(try await fixture.refresh(second).status == 200)
    }

    @Test("A blocked user sees a page, the client gets an error by redirect; there is no code")
    func block() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("block")
        let visit = try await fixture.signIn()
        #expect(visit.pages == ["sign-in", "access-refused"])
        #expect(visit.errorNumber == 53003)
        let reply = try ProviderFixture.reply(visit)
        #expect(reply["code"] == nil)
        #expect(reply["error_description"]?.hasPrefix("AADSTS53003") == true)
        #expect(reply["state"] == "the-state")
        #expect(reply["claims"]?.contains("capolids") == true)
    }

    @Test("The log records every decision, policy by policy, including report-only ones")
    func log() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("mfa", state: "enabledForReportingButNotEnforced")
        try await fixture.provider.admin.require("block", state: "disabled")
        #expect(try await fixture.signIn().hasCode)
        let entries = try await fixture.provider.admin.signIns().filter { $0["event"] == "conditional_access" }
        let policies = try #require(entries.last?["applied_policies"]?.arrayValue)
        #expect(policies.map { $0["result"] } == ["reportOnlyInterrupted", "notEnabled"])
        #expect(policies[0]["enforcedGrantControls"] == ["mfa"])
        #expect(policies[0]["explanation"]?.stringValue?.contains("missing: mfa") == true)
        #expect(entries.last?["user"] == "ada@contoso.test")
        #expect(entries.last?["error_code"] == nil)
    }

    @Test("Sign-in frequency: an old sign-in refreshes nothing until the user enters the password")
    func frequency() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.put(policy: [
            "displayName": "Often", "state": "enabled",
            "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
            "sessionControls": ["signInFrequency": ["isEnabled": true, "value": 1, "type": "hours"]],
        ])
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        fixture.clock.advance(seconds: 3600)
        #expect(try await fixture.refresh(token).status == 200)
        fixture.clock.advance(seconds: 1)
        let refused = try await fixture.refresh(token)
        #expect(refused.number == 70043)
        #expect(refused.json["suberror"] == "token_expired")
        let visit = try await fixture.signIn()
        #expect(visit.pages == ["sign-in"])
        #expect(visit.hasCode)
    }

    @Test("A device code cannot satisfy a device policy, nor can its refresh tokens hide their origin")
    func deviceCode() async throws {
        var fixture = try await ProviderFixture()
        let device = try await fixture.startDeviceCode(scope: "openid offline_access api://files/Files.Read")
        #expect(try await fixture.enterCode(of: device).pages.last == "device-done")
        let id = try await fixture.provider.admin.require("compliantDevice")
        let grant = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("client_id", fixture.clientID),
            ("device_code", device.deviceCode.reveal()),
        ]
        #expect(try await fixture.token(grant).number == 530_033)
        try await fixture.provider.admin.removePolicy(id)
        try await fixture.provider.admin.put(policy: [
            "displayName": "No device codes", "state": "enabled",
            "conditions": [
                "users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]],
                "authenticationFlows": ["transferMethods": "deviceCodeFlow"],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["block"]],
        ])
        // The sign-in in this browser used no device code, and the policy does not apply to it.
        #expect(try await fixture.signIn().hasCode)
        let other = try await fixture.startDeviceCode(scope: "openid api://files/Files.Read")
        #expect(try await fixture.enterCode(of: other).errorNumber == 53003)
    }

    @Test(
        "The platform is the one of the client's first request, whatever the forms contain", arguments: [true, false])
    func platforms(isField: Bool) async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.put(policy: [
            "displayName": "No phones", "state": "enabled",
            "conditions": [
                "users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]],
                "platforms": ["includePlatforms": ["iOS"]],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["block"]],
        ])
        let kit = "x-client-SKU"
        let scope = "openid profile api://files/Files.Read"
        // A user is already signed in, so that the policy is evaluated at the first request and again at the form.
        #expect(try await fixture.signIn().hasCode)
        var parameters = fixture.authorization(scope: scope, ["prompt": "login"])
        if !isField { parameters.append((kit, "MSAL.iOS")) }
        var begin = HTTPRequest.get(try fixture.url("/common/oauth2/v2.0/authorize", parameters))
        if isField { begin.fields.set(kit, "MSAL.iOS") }
        let page = try await fixture.provider.send(begin)
        let form = try #require(HTMLDocument(String(decoding: page.body, as: UTF8.self)).forms.first)
        // The form and its request both claim something else, and neither is trusted.
        let values = form.submission(filling: ["login": "ada@contoso.test", "passwd": SeedData.password])
        var submit = HTTPRequest.form(try fixture.url("/common/login"), FormParameters(values + [(kit, "MSAL.OSX")]))
        submit.fields.set(kit, "MSAL.OSX")
        submit.fields.set("Cookie", page.cookieField)
        let answer = try await fixture.provider.send(submit)
        #expect(answer.status == 200 && answer.fields["Location"] == nil, "\(answer.status)")
        let shown = HTMLDocument(String(decoding: answer.body, as: UTF8.self))
        #expect(shown.pageName == "access-refused")
        #expect(
            try await fixture.signIn(ProviderFixture.ada, scope: scope, [kit: "MSAL.OSX", "prompt": "login"]).hasCode)
    }

    @Test("Locations come from the request, groups from the directory")
    func conditions() async throws {
        let proxies = ["127.0.0.1/32", "10.0.0.0/8"].compactMap { IPRange($0) }
        var fixture = try await ProviderFixture { $0.trustedProxies = proxies }
        let admin = fixture.provider.admin
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let office =
            try await admin.graph(
                .post, "identity/conditionalAccess/namedLocations",
                [
                    "@odata.type": "#microsoft.graph.ipNamedLocation", "displayName": "Office", "isTrusted": true,
                    "ipRanges": [["cidrAddress": "192.0.2.0/24"], ["cidrAddress": "2001:db8::/32"]],
                ])["id"]?.stringValue ?? ""
        let group = try await admin.createGroup("Staff", members: [SeedData.adaID])
        try await admin.put(policy: [
            "displayName": "Staff at the office only, and no phones", "state": "enabled",
            "conditions": [
                "users": ["includeGroups": [.string(group)]], "applications": ["includeApplications": ["All"]],
                "locations": ["includeLocations": ["All"], "excludeLocations": [.string(office)]],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["block"]],
        ])
        func refresh(_ field: String, _ value: String, from peer: String? = "127.0.0.1") async throws -> Int {
            var provider = fixture.provider
            provider.peer = peer
            var request = HTTPRequest.form(
                try fixture.url("/common/oauth2/v2.0/token"),
                FormParameters([
                    ("grant_type", "refresh_token"), ("client_id", fixture.clientID), ("refresh_token", token),
                ]))
            request.fields.set(field, value)
            return try await provider.send(request).status
        }
        #expect(try await refresh("X-Forwarded-For", "203.0.113.9, 192.0.2.77") == 200)
        #expect(try await refresh("X-Forwarded-For", "2001:db8:1::1") == 200)
        #expect(try await refresh("X-Forwarded-For", "192.0.2.77, 203.0.113.9") == 400)
        #expect(
            try await refresh("X-Forwarded-For", "192.0.2.77, 10.1.2.3") == 200, "two proxies, one behind the other")
        #expect(try await refresh("X-Nothing", "") == 400)
        // Without a proxy the connection's address counts; the client's own claim does not.
        #expect(try await refresh("X-Nothing", "", from: "192.0.2.5") == 200)
        #expect(try await refresh("X-Nothing", "", from: "::ffff:192.0.2.5") == 200)
        #expect(try await refresh("X-Forwarded-For", "192.0.2.77", from: "203.0.113.9") == 400)
        #expect(try await refresh("X-Forwarded-For", "203.0.113.9", from: "192.0.2.5") == 200)
        #expect(try await refresh("X-Forwarded-For", "192.0.2.77", from: nil) == 400, "no trusted proxy reports it")
        await #expect(throws: AdminClient.Refusal.self) {
            _ = try await admin.graph(.delete, "identity/conditionalAccess/namedLocations/\(office)")
        }
        await #expect(throws: AdminClient.Refusal.self) {
            _ = try await admin.graph(.delete, "groups/\(group)")
        }
    }

    @Test("What if: the same engine, without a sign-in")
    func whatIf() async throws {
        let fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("mfa", "compliantDevice", isAny: true)
        let question: JSONValue = [
            "user": "ada@contoso.test", "client": .string(fixture.clientID), "resources": ["api://files"],
        ]
        let no = try await fixture.provider.admin.call(.post, "/_admin/what-if", question)
        #expect(no["granted"] == false)
        #expect(no["missing"] == ["mfa"])
        let yes = try await fixture.provider.admin.call(
            .post, "/_admin/what-if", question.merging(["methods": ["pwd", "otp", "mfa"]]))
        #expect(yes["granted"] == true)
        #expect(yes["policies"]?.arrayValue?.first?["result"] == "success")
    }

    @Test("A policy that cannot be evaluated is refused, and the error names the member")
    func refused() async throws {
        let fixture = try await ProviderFixture()
        var request = HTTPRequest(method: .post, url: try fixture.url("/v1.0/identity/conditionalAccess/policies"))
        request.body = Array("{}".utf8)
        #expect(await fixture.provider.provider.handle(request).status == 401)
        await #expect(throws: AdminClient.Refusal.self) {
            try await fixture.provider.admin.put(policy: [
                "displayName": "Risk", "state": "enabled",
                "conditions": [
                    "users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]],
                    "signInRiskLevels": ["high"],
                ],
                "grantControls": ["operator": "OR", "builtInControls": ["mfa"]],
            ])
        }
        await #expect(throws: AdminClient.Refusal.self) {
            try await fixture.provider.admin.put(policy: [
                "displayName": "Unknown group", "state": "enabled",
                "conditions": ["users": ["includeGroups": ["none"]], "applications": ["includeApplications": ["All"]]],
                "grantControls": ["operator": "OR", "builtInControls": ["mfa"]],
            ])
        }
        let listed = try await fixture.provider.admin.graph(.get, "identity/conditionalAccess/policies")
        #expect(listed["value"] == [])
    }
}
