import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Policies for all applications, applied to requests that register a device.
@Suite("Policies for all applications and the registration of devices")
struct RegistrationPolicyTests {
    private static let scope = "\(RegistrationDiscovery.resourceURI)/.default"
    private static let service = "01cb2876-7ebd-4aa4-9cc9-d28bd4d359a9"

    /// A broker of Ada's that signed in before any policy existed.
    private func broker() async throws -> (fixture: ProviderFixture, refreshToken: String) {
        var fixture = try await ProviderFixture()
        fixture.clientID = Phone.broker
        fixture.redirectURI = "http://localhost"
        let code = try ProviderFixture.reply(try await fixture.signIn(scope: "openid offline_access"))["code"] ?? ""
        return (fixture, try await fixture.redeem(code).json["refresh_token"]?.stringValue ?? "")
    }

    @Test("A block for all users at all applications leaves a password or a refresh token without a device")
    func blocked() async throws {
        let (fixture, refreshToken) = try await broker()
        let policy = try await fixture.provider.admin.require("block")
        var other = fixture
        other.browser = FormBrowser(transport: fixture.provider, clock: fixture.clock)
        let visit = try await other.signIn(scope: Self.scope)
        #expect(visit.errorNumber == 53003 && !visit.hasCode, "\(visit.pages)")
        #expect(try await fixture.refresh(refreshToken, scope: Self.scope).number == 53003)
        try await fixture.provider.admin.removePolicy(policy)
        #expect(try await fixture.refresh(refreshToken, scope: Self.scope).status == 200)
    }

    @Test("Where every application requires a second factor, registering a device does")
    func secondFactor() async throws {
        let (fixture, refreshToken) = try await broker()
        try await fixture.provider.admin.require("mfa")
        #expect(try await fixture.refresh(refreshToken, scope: Self.scope).number == 50079)
        var other = fixture
        let visit = try await other.signIn(scope: Self.scope)
        #expect(visit.pages.contains("register-factor") && visit.hasCode, "\(visit.pages)")
    }

    @Test("Controls that only a registered device or an enrolled app satisfies do not prevent registration")
    func metByRegistering() async throws {
        let (fixture, refreshToken) = try await broker()
        try await fixture.provider.admin.require("compliantDevice")
        try await fixture.provider.admin.require("domainJoinedDevice", "compliantApplication", isAny: true)
        #expect(try await fixture.refresh(refreshToken, scope: Self.scope).status == 200)
        _ = try await Phone(fixture)
        #expect(try await fixture.provider.admin.devices().count == 1)
    }

    @Test("A policy that excludes the service does not affect the registration of devices")
    func excluded() async throws {
        let (fixture, refreshToken) = try await broker()
        try await fixture.provider.admin.put(policy: [
            "displayName": "All but one", "state": "enabled",
            "conditions": [
                "users": ["includeUsers": ["All"]],
                "applications": ["includeApplications": ["All"], "excludeApplications": [.string(Self.service)]],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["block"]],
        ])
        #expect(try await fixture.refresh(refreshToken, scope: Self.scope).status == 200)
        #expect(try await fixture.refresh(refreshToken, scope: "https://graph.microsoft.com/.default").number == 53003)
    }
}
