import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Faults on demand")
struct FaultTests {
    @Test("A fault affects the given number of requests of the given client, and then none")
    func byClient() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let admin = fixture.provider.admin
        try await admin.order(.error(50076), at: "token", count: 2, clientID: SeedData.notesClientID)
        #expect(try await fixture.refresh(token).status == 200)
        for _ in 0..<2 {
            let other = try await fixture.refresh(token, ["client_id": SeedData.notesClientID])
            #expect(other.number == 50076)
        }
        #expect(try await fixture.refresh(token, ["client_id": SeedData.notesClientID]).number == 70000)
    }

    @Test("A fault for a user affects that user alone, at the token endpoint and at the authorization endpoint")
    func byUser() async throws {
        var fixture = try await ProviderFixture()
        let ada = try await fixture.tokens().refreshToken?.reveal() ?? ""
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let visit = try await fixture.signIn(.grace)
        let grace =
            try TokenResponse(
                parsing: try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "").body
            ).refreshToken?.reveal() ?? ""
        let admin = fixture.provider.admin
        let claims = #"{"access_token":{"capolids":{"essential":true,"values":["a-policy"]}}}"#
        try await admin.order(.error(53003), at: "token", user: "Ada@contoso.test", claims: claims)
        #expect(try await fixture.refresh(grace).status == 200)
        let refused = try await fixture.refresh(ada)
        #expect(refused.number == 53003)
        #expect(refused.json["suberror"]?.stringValue == "message_only")
        #expect(refused.json["claims"]?.stringValue == claims)
        #expect(try await fixture.refresh(ada).status == 200)
        try await admin.order(.error(53003), at: "authorize", user: "ada@contoso.test")
        #expect(try await fixture.signIn(.grace, ["prompt": "none"]).hasCode)
        fixture.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let reply = try ProviderFixture.reply(try await fixture.signIn())
        #expect(reply["error"] == "invalid_grant")
        #expect(reply["error_description"]?.hasPrefix("AADSTS53003") == true)
        #expect(try await fixture.signIn().hasCode)
        await #expect(throws: AdminClient.Refusal.self) {
            try await admin.order(.error(53003), at: "keys", user: "ada@contoso.test")
        }
    }

    @Test("An invalid authorization request gets its own error, and the fault waits for a valid one")
    func invalidAuthorization() async throws {
        let fixture = try await ProviderFixture()
        try await fixture.provider.admin.order(.error(53003), at: "authorize")
        func redirect(_ changes: [String: String?] = [:]) async throws -> String? {
            let parameters = fixture.authorization(scope: "openid", changes)
            let url = try fixture.url("/common/oauth2/v2.0/authorize", parameters)
            return try await fixture.provider.send(.get(url)).fields["Location"]
        }
        #expect(try await redirect(["response_type": "nonsense"])?.contains("AADSTS53003") == false)
        #expect(try await redirect()?.contains("AADSTS53003") == true)
        #expect(try await redirect() == nil, "the sign-in page")
    }

    @Test("Statuses come with Retry-After, in the requested format")
    func statuses() async throws {
        let fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        for (status, body, type) in [
            (503, "html", "text/html"), (429, "json", "application/json"), (502, "text", "text/plain"),
        ] {
            try await admin.order(.status(status, retryAfter: 9, body: body), at: "discovery")
            let response = try await fixture.provider.send(
                .get(try fixture.url("/common/v2.0/.well-known/openid-configuration")))
            #expect(response.status == status)
            #expect(response.fields["Retry-After"] == "9")
            #expect(response.fields["Content-Type"]?.hasPrefix(type) == true)
        }
        try await admin.order(.status(500, body: "empty"), at: "keys")
        let empty = try await fixture.provider.send(.get(try fixture.url("/common/discovery/v2.0/keys")))
        #expect(empty.status == 500 && empty.body.isEmpty)
        #expect(try await fixture.provider.send(.get(try fixture.url("/common/discovery/v2.0/keys"))).status == 200)
    }

    @Test("A dropped connection returns no response, and nothing changes at the provider")
    func dropped() async throws {
        var fixture = try await ProviderFixture()
        let code = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
        try await fixture.provider.admin.order(.drop, at: "token", count: 2)
        let unanswered = fixture
        for _ in 0..<2 {
            let error = await #expect(throws: TransportError.self) { try await unanswered.redeem(code) }
            #expect(error?.code == .cannotConnect)
        }
        #expect(try await fixture.redeem(code).status == 200)
    }

    @Test("A delayed response is the genuine one, unless the delay exceeds the longest wait")
    func late() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let admin = fixture.provider.admin
        try await admin.order(.late(milliseconds: 500), at: "token")
        #expect(try await fixture.refresh(token).status == 200)
        try await admin.order(.late(milliseconds: 500), at: "token")
        let request = HTTPRequest.form(
            try fixture.url("/common/oauth2/v2.0/token"),
            FormParameters([
                ("grant_type", "refresh_token"), ("client_id", fixture.clientID), ("refresh_token", token),
                ("scope", "openid"),
            ]))
        let reply = await fixture.provider.provider.providerResponse(to: request)
        #expect(reply.delay == 500)
        #expect(reply.response?.status == 200)
        try await admin.order(.late(milliseconds: 500), at: "token")
        let refused = await fixture.provider.provider.providerResponse(to: .form(request.url, FormParameters([])))
        #expect(refused.delay == 500)
        #expect(refused.response?.status == 400, "a genuine refusal is delayed too")
        try await admin.order(.late(milliseconds: 60_000), at: "token")
        let waiting = fixture
        let error = await #expect(throws: TransportError.self) { try await waiting.refresh(token) }
        #expect(error?.code == .timedOut)
        #expect(try await fixture.refresh(token).status == 200)
    }

    @Test("A count of zero cancels a fault, and the pending faults are listed")
    func takenBack() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let admin = fixture.provider.admin
        try await admin.order(.error(90033), at: "token", count: 5)
        try await admin.order(.drop, at: "keys")
        let orders = try await admin.call(.get, "/_admin/force-error")["value"]?.arrayValue
        #expect(orders?.count == 2)
        #expect(orders?.first?["aadsts"]?.integerValue == 90033)
        try await admin.order(.error(90033), at: "token", count: 0)
        #expect(try await fixture.refresh(token).status == 200)
    }

    @Test(
        "Faults are parsed from a command line",
        arguments: [
            ("token=503x3", 3, 503, nil), ("token=429/7", 1, 429, 7), ("files=AADSTS50076x2", 2, 400, nil),
            ("discovery=drop", 1, 503, nil), ("keys=late:250x10", 10, 503, nil),
        ] as [(String, Int, Int, Int?)])
    func commandLine(text: String, count: Int, status: Int, retryAfter: Int?) throws {
        let fault = try ForcedError(fault: text)
        #expect(fault.count == count && fault.status == status && fault.retryAfter == retryAfter)
        #expect((fault.drops == true) == text.contains("drop"))
        #expect(fault.delay == (text.contains("late") ? 250 : nil))
    }

    @Test(
        "A malformed fault is refused",
        arguments: [
            "", "token", "token=", "nowhere=503", "admin=503", "token=99", "token=600", "token=503x0", "token=503x",
            "token=late:", "token=late:60001", "token=AADSTS1", "token=429/-1", "token=429/1/2", "token=x3",
        ])
    func noFault(text: String) {
        #expect(throws: ForcedError.MalformedForcedError.self) { try ForcedError(fault: text) }
    }
}
