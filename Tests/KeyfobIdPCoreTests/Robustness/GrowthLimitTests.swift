import KeyfobCore
import KeyfobIdP
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// What users and the admin token can add to besides the directory has a limit.
@Suite("What users can grow has a limit")
struct GrowthLimitTests {
    @Test("An app that enrols again and again does not fill the store")
    func enrollments() async throws {
        var fixture = try await ProviderFixture()
        let token = try await fixture.tokens().refreshToken?.reveal() ?? ""
        let tokens = try await fixture.refresh(token, scope: "https://msmamservice.api.application/.default")
        let access = tokens.json["access_token"]?.stringValue ?? ""
        func enroll(_ bundleID: String) async throws -> HTTPResponse {
            var request = HTTPRequest(method: .post, url: try fixture.url("/mam/enrollments"))
            request.fields.set("Authorization", "Bearer \(access)")
            request.body = JSONValue.object(["bundleId": .string(bundleID)]).bytes()
            return try await fixture.provider.send(request)
        }
        let first = try await enroll("test.contoso.first")
        #expect(first.status == 201)
        let store = fixture.provider.store
        try await store.transaction { transaction in
            let known = try #require(try transaction.appEnrollments(tenantID: SeedData.tenantID).first)
            for number in 1..<500 {
                var other = known
                other.id = "44444444-0000-4000-8000-\(100_000_000_000 + number)"
                other.bundleID = "test.contoso.n\(number)"
                try transaction.put(other)
            }
        }
        let last = try await enroll("test.contoso.last")
        #expect(last.status == 201 && last.json["enrollment_id"] == first.json["enrollment_id"])
        #expect(try await store.transaction { try $0.appEnrollments(tenantID: SeedData.tenantID) }.count == 500)
    }

    @Test("A browser's session keeps the accounts that were used last")
    func accounts() async throws {
        var fixture = try await ProviderFixture()
        let names = (0...BrowserSession.most).map { "u\($0)@contoso.test" }
        try await fixture.provider.admin.apply([
            "users": .array(
                names.map {
                    ["userPrincipalName": .string($0), "passwordProfile": ["password": .string(SeedData.password)]]
                })
        ])
        try await fixture.provider.admin.setConsent(
            user: nil, clientID: fixture.clientID, resource: "api://files", granted: ["Files.Read"])
        for name in names {
            let person = Person(user: name, password: SeedData.password)
            #expect(try await fixture.signIn(person, ["prompt": "login"]).hasCode, "\(name)")
        }
        for (index, name) in names.enumerated() {
            let silent = try await fixture.signIn(ProviderFixture.ada, ["prompt": "none", "login_hint": name])
            #expect(silent.hasCode == (index > 0), "\(name)")
        }
    }

    @Test("A user has a hundred files of 64 KiB at the sample API")
    func files() async throws {
        var fixture = try await ProviderFixture()
        let visit = try await fixture.signIn(scope: "openid api://files/Files.ReadWrite")
        let redeemed = try await fixture.redeem(try ProviderFixture.reply(visit)["code"] ?? "")
        let tokens = try TokenResponse(parsing: redeemed.body)
        try await fixture.provider.store.transaction { transaction in
            for number in 1..<100 {
                try transaction.put(
                    StoredFile(
                        tenantID: SeedData.tenantID, userID: SeedData.adaID, name: "n\(number)", content: [],
                        modifiedAt: 0))
            }
        }
        #expect(try await fixture.call(.put, "/api/files/last", tokens, body: "x").status == 201)
        #expect(try await fixture.call(.put, "/api/files/more", tokens, body: "x").status == 409)
        #expect(try await fixture.call(.put, "/api/files/last", tokens, body: "y").status == 204)
        let large = String(repeating: "x", count: 64 * 1024 + 1)
        #expect(try await fixture.call(.put, "/api/files/last", tokens, body: large).status == 413)
    }

    @Test("There are a hundred forced errors at most, and one is still removed")
    func forcedErrors() async throws {
        let admin = try await ProviderFixture().provider.admin
        func force(_ number: Int, count: Int64 = 1) async throws {
            _ = try await admin.call(
                .post, "/_admin/force-error",
                [
                    "endpoint": "token", "status": 500, "count": .integer(count),
                    "client_id": .string("aaaaaaaa-0000-4000-8000-\(100_000_000_000 + number)"),
                ])
        }
        for number in 0..<100 { try await force(number) }
        await #expect(throws: (any Error).self) { try await force(100) }
        try await force(0, count: 0)
        try await force(100)
        #expect(try await admin.call(.get, "/_admin/force-error")["value"]?.arrayValue?.count == 100)
    }
}
