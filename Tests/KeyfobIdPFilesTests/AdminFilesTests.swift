import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobIdPFiles

@Suite("Files at the admin API")
struct AdminFilesTests {
    private func body(_ text: String, dryRun: Bool = false) -> JSONValue {
        ["files": [["name": "a.yaml", "text": .string(text)]], "dryRun": .bool(dryRun)]
    }

    @Test("POST /_admin/apply responds with the plan, and the export has the change")
    func apply() async throws {
        let provider = try await InMemoryProvider(clock: MovableClock())
        let text = "users: [{userPrincipalName: ada@contoso.test, jobTitle: Countess}]"
        let planned = try await provider.admin.call(.post, "/_admin/apply", body(text, dryRun: true))
        #expect(planned["applied"] == false)
        let plan = try #require(DirectoryPlan(planned))
        #expect(plan.changes.map(\.members) == [["jobTitle"]])
        #expect(try await provider.admin.call(.post, "/_admin/apply", body(text))["applied"] == true)
        let again = try await provider.admin.call(.post, "/_admin/apply", body(text))
        #expect(again["changes"] == [])
    }

    @Test("A broken file is refused with its place")
    func broken() async throws {
        let provider = try await InMemoryProvider(clock: MovableClock())
        var request = HTTPRequest(method: .post, url: provider.base.with(path: "/_admin/apply"))
        request.body = body("users:\n- userPrincipalName: ada@contoso.test\n  jobTitel: x\n").bytes()
        #expect(try await provider.send(request).status == 401)
        let refusal = await #expect(throws: AdminClient.Refusal.self) {
            try await provider.admin.call(
                .post, "/_admin/apply", self.body("users:\n- userPrincipalName: ada@contoso.test\n  jobTitel: x\n"))
        }
        #expect(refusal?.status == 400)
        #expect(
            refusal?.description.contains("a.yaml:3:3: The member 'jobTitel'") == true, "\(String(describing: refusal))"
        )
    }

    @Test("Only the holder of the token may send more than 1 MiB, and only there")
    func size() async throws {
        let provider = try await InMemoryProvider(clock: MovableClock())
        let large = body("users: []\n" + String(repeating: "#\n", count: 1 << 20))
        #expect(try await provider.admin.call(.post, "/_admin/apply", large)["changes"] == [])
        let elsewhere = await #expect(throws: AdminClient.Refusal.self) {
            try await provider.admin.call(.post, "/_admin/what-if", large)
        }
        #expect(elsewhere?.status == 413)
        var request = HTTPRequest(method: .post, url: provider.base.with(path: "/_admin/apply"))
        request.body = large.bytes()
        #expect(try await provider.send(request).status == 413)
    }

    @Test("A provider that serves requests sees the new directory at once")
    func atOnce() async throws {
        let fixture = try await FilesFixture.seeded()
        let provider = try await fixture.provider()
        func signIn() async throws -> HTTPResponse {
            try await fixture.signIn(provider, "ada@contoso.test", SeedData.password, client: SeedData.suiteClientID)
        }
        #expect(try await signIn().codes == [65001])
        try await provider.admin.call(
            .post, "/_admin/apply",
            body("oauth2PermissionGrants: [{clientId: Contoso Suite, resourceId: Contoso Files, scope: Files.Read}]"))
        #expect(try await signIn().status == 200)
        try await provider.admin.call(
            .post, "/_admin/apply",
            body("applications: [{appId: \(SeedData.suiteClientID), displayName: Contoso Suite, isDisabled: true}]"))
        #expect(try await signIn().status != 200)
    }
}
