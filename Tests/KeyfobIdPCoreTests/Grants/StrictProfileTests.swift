import KeyfobConformance
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The differences of the strict profile from Entra ID, each with the faithful profile's behaviour.
@Suite("The strict profile", .onEveryStore)
struct StrictProfileTests {
    private static let both = "openid profile offline_access api://files/Files.Read api://files/Files.ReadWrite"

    private func fixture(_ profile: IdPProfile) async throws -> ProviderFixture {
        try await ProviderFixture { $0.profile = profile }
    }

    @Test("A native app gets no code without user interaction, whatever was consented to (RFC 8252 8.6)")
    func nativeApp() async throws {
        for profile in IdPProfile.allCases {
            var fixture = try await fixture(profile)
            let isStrict = profile == .strict
            #expect(try await fixture.signIn().pages.first == "sign-in")
            // Another process listens at another port.
            fixture.redirectURI = "http://localhost:51999/contoso-a"
            let visit = try await fixture.signIn()
            #expect(visit.pages == (isStrict ? ["account-picker"] : []) && visit.hasCode)
            let silent = try await fixture.signIn(ProviderFixture.ada, ["prompt": "none"])
            #expect(silent.hasCode != isStrict)
            #expect(try ProviderFixture.reply(silent)["error"] == (isStrict ? "interaction_required" : nil))
            fixture.redirectURI = "msauth.test.contoso.a://auth"
            #expect(try await fixture.signIn().pages.isEmpty != isStrict, "a scheme is not exclusive either")
        }
    }

    @Test("An https redirect URI belongs to its owner, and the user is signed in as before")
    func ownedAddress() async throws {
        var fixture = try await fixture(.strict)
        let page = "https://spa.contoso.test/back"
        try await fixture.provider.admin.change(fixture.clientID, ["spa": ["redirectUris": [.string(page)]]])
        _ = try await fixture.signIn()
        fixture.redirectURI = page
        let visit = try await fixture.signIn(ProviderFixture.ada, ["prompt": "none"])
        #expect(visit.pages.isEmpty && visit.hasCode)
    }

    @Test("A token contains the requested permissions, not every one that was ever granted (RFC 9700 2.3)")
    func leastPrivilege() async throws {
        for profile in IdPProfile.allCases {
            var fixture = try await fixture(profile)
            #expect(
                try await fixture.scp(try await fixture.tokens(scope: Self.both)) == ["Files.Read", "Files.ReadWrite"])
            let lesser = try await fixture.tokens(scope: "openid offline_access api://files/Files.Read")
            let isStrict = profile == .strict
            #expect(try await fixture.scp(lesser).contains("Files.ReadWrite") != isStrict)
            #expect(lesser.scopes?.values.contains("api://files/Files.ReadWrite") != isStrict)
            #expect(try await fixture.scp(lesser).contains("Files.Read"))
            let everything = try await fixture.tokens(scope: "openid api://files/.default")
            #expect(try await fixture.scp(everything) == ["Files.Read", "Files.ReadWrite"])
        }
    }

    @Test("A refresh yields no more than the user authorized, and may yield less (RFC 6749 section 6)")
    func refreshedExtent() async throws {
        for profile in IdPProfile.allCases {
            var fixture = try await fixture(profile)
            let whole = try await fixture.tokens(scope: Self.both).refreshToken?.reveal() ?? ""
            let less = try await fixture.tokens(scope: "openid offline_access api://files/Files.Read")
            let token = less.refreshToken?.reveal() ?? ""
            for scope in ["api://files/Files.ReadWrite", "api://files/.default", "openid profile"] {
                let answer = try await fixture.refresh(token, scope: scope)
                #expect(answer.number == (profile == .strict ? 70011 : nil), "\(scope)")
                if profile == .strict { #expect(answer.json["error"] == "invalid_scope") }
            }
            let old = try await fixture.refreshByADAL(token, resource: "api://files")
            #expect(old.number == (profile == .strict ? 70011 : nil))
            #expect(try await fixture.refresh(token, scope: "api://files/Files.Read").status == 200)
            #expect(try await fixture.refresh(whole, scope: "openid api://files/Files.ReadWrite").status == 200)
        }
    }

    @Test("A code is redeemed with the redirect URI of its request (RFC 6749 section 4.1.3)")
    func redirectURI() async throws {
        for profile in IdPProfile.allCases {
            var fixture = try await fixture(profile)
            let code = try ProviderFixture.reply(try await fixture.signIn())["code"] ?? ""
            let without = try await fixture.redeem(code, ["redirect_uri": nil])
            #expect(without.number == (profile == .strict ? 900_144 : nil))
            // A client whose request named none has none to repeat.
            let open =
                try ProviderFixture.reply(try await fixture.signIn(ProviderFixture.ada, ["redirect_uri": nil]))["code"]
                ?? ""
            #expect(try await fixture.redeem(open, ["redirect_uri": nil]).status == 200)
        }
    }
}
