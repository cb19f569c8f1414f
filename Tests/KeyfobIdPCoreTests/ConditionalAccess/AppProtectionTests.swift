import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("App protection")
struct AppProtectionTests {
    private func enroll(_ fixture: ProviderFixture, _ refreshToken: String) async throws -> HTTPResponse {
        let tokens = try await fixture.refresh(refreshToken, scope: "https://msmamservice.api.application/.default")
        var request = HTTPRequest(method: .post, url: try fixture.url("/mam/enrollments"))
        request.fields.set("Authorization", "Bearer \(tokens.json["access_token"]?.stringValue ?? "")")
        request.body = Array(#"{"bundleId": "test.contoso.a"}"#.utf8)
        return try await fixture.provider.send(request)
    }

    @Test(
        "R122-part: without proof of protection there is a protection-policy error and no token; enrolled there is one")
    func enrollment() async throws {
        var fixture = try await ProviderFixture()
        let admin = fixture.provider.admin
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        try await admin.require("compliantApplication")
        let refused = try await fixture.refresh(token)
        #expect(refused.number == 53005)
        #expect(refused.json["error"] == "unauthorized_client")
        #expect(refused.json["suberror"] == "protection_policy_required")
        #expect(refused.json["access_token"] == nil)
        // The enrolment service is open to apps that are not protected yet.
        let enrolled = try await enroll(fixture, token)
        #expect(enrolled.status == 201)
        let id = enrolled.json["enrollment_id"]?.stringValue ?? ""
        let scope = "openid profile offline_access api://files/Files.Read"
        let proof = ["microsoft_enrollment_id": id]
        #expect(try await fixture.refresh(token, scope: scope, proof).status == 200)
        #expect(try await fixture.refresh(token, scope: scope, ["microsoft_enrollment_id": "made up"]).number == 53005)
        // An enrolment belongs to one app.
        var other = fixture
        other.clientID = SeedData.notesClientID
        other.redirectURI = "http://localhost:51000/fabrikam-notes"
        let visit = try await other.signIn()
        let code = try ProviderFixture.reply(visit)["code"] ?? ""
        #expect(try await other.redeem(code, proof).number == 53005)
        // An enrolment that an administrator ended does not resume by itself.
        for state in ["wiped", "blocked"] {
            try await admin.call(.patch, "/_admin/app-enrollments/\(id)", ["state": .string(state)])
            #expect(try await fixture.refresh(token, scope: scope, proof).number == 53005)
        }
        #expect(try await enroll(fixture, token).status == 403)
        let listed = try await admin.call(.get, "/_admin/app-enrollments")["value"]?.arrayValue
        #expect(listed?.map { $0["state"] } == ["blocked"])
        #expect(listed?.first?["bundleId"] == "test.contoso.a")
    }

    @Test(
        "A compliant device or app protection: the page lets an app through, the token endpoint requires one of them")
    func either() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let enrolled = try await enroll(fixture, token)
        try await fixture.provider.admin.require("compliantDevice", "compliantApplication", isAny: true)
        let visit = try await fixture.signIn()
        let code = try #require(try ProviderFixture.reply(visit)["code"])
        #expect(try await fixture.redeem(code).number != nil)
        let second = try #require(try ProviderFixture.reply(try await fixture.signIn())["code"])
        let proof = ["microsoft_enrollment_id": enrolled.json["enrollment_id"]?.stringValue ?? ""]
        #expect(try await fixture.redeem(second, proof).status == 200)
    }

    @Test("Enrolling requires a token for the service")
    func otherToken() async throws {
        var fixture = try await ProviderFixture()
        let tokens = try await fixture.tokens()
        var request = HTTPRequest(method: .post, url: try fixture.url("/mam/enrollments"))
        #expect(try await fixture.provider.send(request).status == 401)
        request.fields.set("Authorization", "Bearer \(tokens.accessToken?.reveal() ?? "")")
        #expect(try await fixture.provider.send(request).status == 401)
    }

    @Test("An approved app is recognized only through the broker")
    func approved() async throws {
        var fixture = try await ProviderFixture()
        try await fixture.provider.admin.require("approvedApplication")
        let visit = try await fixture.signIn()
        #expect(visit.errorNumber == 50127)
        #expect(!visit.hasCode)
    }
}
