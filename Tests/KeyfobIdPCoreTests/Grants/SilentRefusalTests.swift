import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Refusals of silent requests")
struct SilentRefusalTests {
    /// A reason why a refresh fails until the user signs in, and the number that the provider returns.
    enum Cause: String, CaseIterable, Sendable {
        case sessionExpired, policyChanged, tokenIdle, tokenRevoked, noToken

        func arrange(_ fixture: inout ProviderFixture) async throws {
            let admin = fixture.provider.admin
            switch self {
            case .sessionExpired: try await admin.order(.error(70043), at: "token", user: "ada@contoso.test")
            case .policyChanged: try await admin.require("mfa")
            case .tokenIdle: try await admin.call(.post, "/_admin/refresh-tokens/expire", ["user": "ada@contoso.test"])
            case .tokenRevoked: try await admin.revoke(user: "ada@contoso.test")
            case .noToken: break
            }
        }

        var number: Int64 {
            switch self {
            case .sessionExpired: 70043
            case .policyChanged: 50079
            case .tokenIdle: 700082
            case .tokenRevoked: 50173
            case .noToken: 9_002_313
            }
        }
    }

    @Test(
        "R117-part: each of the five causes is an invalid_grant at version 2, and a sign-in resolves it",
        arguments: Cause.allCases)
    func resolved(cause: Cause) async throws {
        var fixture = try await ProviderFixture()
        let token = cause == .noToken ? "none" : try await fixture.tokens().refreshToken?.reveal() ?? ""
        try await cause.arrange(&fixture)
        let refused = try await fixture.refresh(token)
        #expect(refused.number == cause.number)
        #expect(refused.status == 400)
        #expect(refused.json["error"]?.stringValue == "invalid_grant")
        let again = try await fixture.tokens().refreshToken?.reveal() ?? ""
        #expect(try await fixture.refresh(again).status == 200)
    }

    @Test(
        "Version 1 returns interaction_required where a policy is not satisfied, and nowhere else",
        arguments: Cause.allCases)
    func versionOne(cause: Cause) async throws {
        var fixture = try await ProviderFixture()
        let token = cause == .noToken ? "none" : try await fixture.adalTokens().refreshToken?.reveal() ?? ""
        try await cause.arrange(&fixture)
        let refused = try await fixture.refreshByADAL(token, resource: "api://files")
        #expect(refused.number == cause.number)
        #expect(
            refused.json["error"]?.stringValue
                == (cause == .policyChanged ? "interaction_required" : "invalid_grant"))
    }
}
