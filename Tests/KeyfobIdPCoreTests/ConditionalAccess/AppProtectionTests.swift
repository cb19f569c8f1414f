import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("App protection")
struct AppProtectionTests {
    private func enroll(_ desk: Desk, _ refreshToken: String) async throws -> HTTPResponse {
        let tokens = try await desk.refresh(refreshToken, scope: "https://msmamservice.api.application/.default")
        var request = HTTPRequest(method: .post, url: try desk.url("/mam/enrollments"))
        request.fields.set("Authorization", "Bearer \(tokens.json["access_token"]?.stringValue ?? "")")
        request.body = Array(#"{"bundleId": "test.contoso.a"}"#.utf8)
        return try await desk.provider.send(request)
    }

    @Test(
        "R122-part: without proof of protection there is a protection-policy error and no token; enrolled there is one")
    func enrollment() async throws {
        var desk = try await Desk()
        let admin = desk.provider.admin
        let token = try await desk.tokens().refreshToken?.reveal() ?? ""
        try await admin.require("compliantApplication")
        let refused = try await desk.refresh(token)
        #expect(refused.number == 53005)
        #expect(refused.json["error"] == "unauthorized_client")
        #expect(refused.json["suberror"] == "protection_policy_required")
        #expect(refused.json["access_token"] == nil)
        // The enrolment service is open to apps that are not protected yet.
        let enrolled = try await enroll(desk, token)
        #expect(enrolled.status == 201)
        let id = enrolled.json["enrollment_id"]?.stringValue ?? ""
        let scope = "openid profile offline_access api://files/Files.Read"
        let proof = ["microsoft_enrollment_id": id]
        #expect(try await desk.refresh(token, scope: scope, proof).status == 200)
        #expect(try await desk.refresh(token, scope: scope, ["microsoft_enrollment_id": "made up"]).number == 53005)
        // An enrolment belongs to one app.
        var other = desk
        other.clientID = SeedData.notesClientID
        other.redirectURI = "http://localhost:51000/fabrikam-notes"
        let visit = try await other.signIn()
        let code = try Desk.reply(visit)["code"] ?? ""
        #expect(try await other.redeem(code, proof).number == 53005)
        // An enrolment that an administrator ended does not resume by itself.
        for state in ["wiped", "blocked"] {
            try await admin.call(.patch, "/_admin/app-enrollments/\(id)", ["state": .string(state)])
            #expect(try await desk.refresh(token, scope: scope, proof).number == 53005)
        }
        #expect(try await enroll(desk, token).status == 403)
        let listed = try await admin.call(.get, "/_admin/app-enrollments")["value"]?.arrayValue
        #expect(listed?.map { $0["state"] } == ["blocked"])
        #expect(listed?.first?["bundleId"] == "test.contoso.a")
    }

    @Test(
        "A compliant device or app protection: the page lets an app through, the token endpoint requires one of them")
    func either() async throws {
        var desk = try await Desk()
        let token = try await desk.tokens().refreshToken?.reveal() ?? ""
        let enrolled = try await enroll(desk, token)
        try await desk.provider.admin.require("compliantDevice", "compliantApplication", isAny: true)
        let visit = try await desk.signIn()
        let code = try #require(try Desk.reply(visit)["code"])
        #expect(try await desk.redeem(code).number != nil)
        let second = try #require(try Desk.reply(try await desk.signIn())["code"])
        let proof = ["microsoft_enrollment_id": enrolled.json["enrollment_id"]?.stringValue ?? ""]
        #expect(try await desk.redeem(second, proof).status == 200)
    }

    @Test("Enrolling requires a token for the service")
    func otherToken() async throws {
        var desk = try await Desk()
        let tokens = try await desk.tokens()
        var request = HTTPRequest(method: .post, url: try desk.url("/mam/enrollments"))
        #expect(try await desk.provider.send(request).status == 401)
        request.fields.set("Authorization", "Bearer \(tokens.accessToken?.reveal() ?? "")")
        #expect(try await desk.provider.send(request).status == 401)
    }

    @Test("An approved app is recognized only through the broker")
    func approved() async throws {
        var desk = try await Desk()
        try await desk.provider.admin.require("approvedApplication")
        let visit = try await desk.signIn()
        #expect(visit.errorNumber == 50127)
        #expect(!visit.hasCode)
    }
}
