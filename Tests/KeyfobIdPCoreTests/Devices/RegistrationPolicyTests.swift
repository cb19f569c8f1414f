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
    private func broker() async throws -> (desk: Desk, refreshToken: String) {
        var desk = try await Desk()
        desk.clientID = Phone.broker
        desk.redirectURI = "http://localhost"
        let code = try Desk.reply(try await desk.signIn(scope: "openid offline_access"))["code"] ?? ""
        return (desk, try await desk.redeem(code).json["refresh_token"]?.stringValue ?? "")
    }

    @Test("A block for all users at all applications leaves a password or a refresh token without a device")
    func blocked() async throws {
        let (desk, refreshToken) = try await broker()
        let policy = try await desk.provider.admin.require("block")
        var other = desk
        other.browser = FormBrowser(transport: desk.provider, clock: desk.clock)
        let visit = try await other.signIn(scope: Self.scope)
        #expect(visit.errorNumber == 53003 && !visit.hasCode, "\(visit.pages)")
        #expect(try await desk.refresh(refreshToken, scope: Self.scope).number == 53003)
        try await desk.provider.admin.removePolicy(policy)
        #expect(try await desk.refresh(refreshToken, scope: Self.scope).status == 200)
    }

    @Test("Where every application requires a second factor, registering a device does")
    func secondFactor() async throws {
        let (desk, refreshToken) = try await broker()
        try await desk.provider.admin.require("mfa")
        #expect(try await desk.refresh(refreshToken, scope: Self.scope).number == 50079)
        var other = desk
        let visit = try await other.signIn(scope: Self.scope)
        #expect(visit.pages.contains("register-factor") && visit.hasCode, "\(visit.pages)")
    }

    @Test("Controls that only a registered device or an enrolled app satisfies do not prevent registration")
    func metByRegistering() async throws {
        let (desk, refreshToken) = try await broker()
        try await desk.provider.admin.require("compliantDevice")
        try await desk.provider.admin.require("domainJoinedDevice", "compliantApplication", isAny: true)
        #expect(try await desk.refresh(refreshToken, scope: Self.scope).status == 200)
        _ = try await Phone(desk)
        #expect(try await desk.provider.admin.devices().count == 1)
    }

    @Test("A policy that excludes the service does not affect the registration of devices")
    func excluded() async throws {
        let (desk, refreshToken) = try await broker()
        try await desk.provider.admin.put(policy: [
            "displayName": "All but one", "state": "enabled",
            "conditions": [
                "users": ["includeUsers": ["All"]],
                "applications": ["includeApplications": ["All"], "excludeApplications": [.string(Self.service)]],
            ],
            "grantControls": ["operator": "OR", "builtInControls": ["block"]],
        ])
        #expect(try await desk.refresh(refreshToken, scope: Self.scope).status == 200)
        #expect(try await desk.refresh(refreshToken, scope: "https://graph.microsoft.com/.default").number == 53003)
    }
}
