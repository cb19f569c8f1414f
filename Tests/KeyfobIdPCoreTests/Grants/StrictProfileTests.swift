import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The differences of the strict profile from Entra ID, each with the faithful profile's behaviour.
@Suite("The strict profile")
struct StrictProfileTests {
    private static let both = "openid profile offline_access api://files/Files.Read api://files/Files.ReadWrite"

    private func desk(_ profile: IdPProfile) async throws -> Desk { try await Desk { $0.profile = profile } }

    @Test("A native app gets no code without user interaction, whatever was consented to (RFC 8252 8.6)")
    func nativeApp() async throws {
        for profile in IdPProfile.allCases {
            var desk = try await desk(profile)
            let isStrict = profile == .strict
            #expect(try await desk.signIn().pages.first == "sign-in")
            // Another process listens at another port.
            desk.redirectURI = "http://localhost:51999/contoso-a"
            let visit = try await desk.signIn()
            #expect(visit.pages == (isStrict ? ["account-picker"] : []) && visit.hasCode)
            let silent = try await desk.signIn(Desk.ada, ["prompt": "none"])
            #expect(silent.hasCode != isStrict)
            #expect(try Desk.reply(silent)["error"] == (isStrict ? "interaction_required" : nil))
            desk.redirectURI = "msauth.test.contoso.a://auth"
            #expect(try await desk.signIn().pages.isEmpty != isStrict, "a scheme is not exclusive either")
        }
    }

    @Test("An https redirect URI belongs to its owner, and the user is signed in as before")
    func ownedAddress() async throws {
        var desk = try await desk(.strict)
        let page = "https://spa.contoso.test/back"
        try await desk.provider.admin.change(desk.clientID, ["spa": ["redirectUris": [.string(page)]]])
        _ = try await desk.signIn()
        desk.redirectURI = page
        let visit = try await desk.signIn(Desk.ada, ["prompt": "none"])
        #expect(visit.pages.isEmpty && visit.hasCode)
    }

    @Test("A token contains the requested permissions, not every one that was ever granted (RFC 9700 2.3)")
    func leastPrivilege() async throws {
        for profile in IdPProfile.allCases {
            var desk = try await desk(profile)
            #expect(try await desk.scp(try await desk.tokens(scope: Self.both)) == ["Files.Read", "Files.ReadWrite"])
            let lesser = try await desk.tokens(scope: "openid offline_access api://files/Files.Read")
            let isStrict = profile == .strict
            #expect(try await desk.scp(lesser).contains("Files.ReadWrite") != isStrict)
            #expect(lesser.scopes?.values.contains("api://files/Files.ReadWrite") != isStrict)
            #expect(try await desk.scp(lesser).contains("Files.Read"))
            let everything = try await desk.tokens(scope: "openid api://files/.default")
            #expect(try await desk.scp(everything) == ["Files.Read", "Files.ReadWrite"])
        }
    }

    @Test("A refresh yields no more than the user authorized, and may yield less (RFC 6749 section 6)")
    func refreshedExtent() async throws {
        for profile in IdPProfile.allCases {
            var desk = try await desk(profile)
            let whole = try await desk.tokens(scope: Self.both).refreshToken?.reveal() ?? ""
            let less = try await desk.tokens(scope: "openid offline_access api://files/Files.Read")
            let token = less.refreshToken?.reveal() ?? ""
            for scope in ["api://files/Files.ReadWrite", "api://files/.default", "openid profile"] {
                let answer = try await desk.refresh(token, scope: scope)
                #expect(answer.number == (profile == .strict ? 70011 : nil), "\(scope)")
                if profile == .strict { #expect(answer.json["error"] == "invalid_scope") }
            }
            let old = try await desk.refreshV1(token, resource: "api://files")
            #expect(old.number == (profile == .strict ? 70011 : nil))
            #expect(try await desk.refresh(token, scope: "api://files/Files.Read").status == 200)
            #expect(try await desk.refresh(whole, scope: "openid api://files/Files.ReadWrite").status == 200)
        }
    }

    @Test("A code is redeemed with the redirect URI of its request (RFC 6749 section 4.1.3)")
    func redirectURI() async throws {
        for profile in IdPProfile.allCases {
            var desk = try await desk(profile)
            let code = try Desk.reply(try await desk.signIn())["code"] ?? ""
            let without = try await desk.redeem(code, ["redirect_uri": nil])
            #expect(without.number == (profile == .strict ? 900_144 : nil))
            // A client whose request named none has none to repeat.
            let open = try Desk.reply(try await desk.signIn(Desk.ada, ["redirect_uri": nil]))["code"] ?? ""
            #expect(try await desk.redeem(open, ["redirect_uri": nil]).status == 200)
        }
    }
}
