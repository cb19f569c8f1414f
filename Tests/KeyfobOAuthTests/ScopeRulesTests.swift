import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("Scopes")
struct ScopeRulesTests {
    @Test(
        "the reserved scopes are always sent, and refused from callers",
        arguments: ["openid", "Profile", "offline_access"])
    func reserved(_ scope: String) throws {
        #expect(throws: AuthError.self) { try ScopeRules.check(["api://files/Files.Read", scope]) }
        do {
            try ScopeRules.check([scope])
        } catch {
            #expect(error.code == .configuration && error.message.contains(scope))
        }
        #expect(ScopeRules.wire(["a"], at: .aad, try metadata()) == ["a", "openid", "profile", "offline_access"])
        #expect(ScopeRules.refreshWire(["a"], at: .aad) == ["a", "openid", "profile", "offline_access"])
    }

    private func metadata(_ scopes: [String] = []) throws -> ProviderMetadata {
        let url = try #require(HTTPURL("https://login.example/"))
        var metadata = ProviderMetadata(
            issuer: "https://login.example", authorizationEndpoint: url, tokenEndpoint: url, jwksURI: url)
        metadata.scopes = scopes
        return metadata
    }

    @Test("an OpenID provider gets profile and offline_access only if it lists them, or the app passes them")
    func openID() throws {
        func wire(_ scopes: ScopeSet, _ listed: [String] = []) throws -> ScopeSet {
            ScopeRules.wire(scopes, at: .openID, try metadata(listed))
        }
        #expect(try wire(["a"]) == ["openid", "a", "profile"])
        #expect(try wire(["a"], ["openid", "a"]) == ["openid", "a"])
        #expect(try wire(["a"], ["openid", "offline_access"]) == ["openid", "a", "offline_access"])
        #expect(try wire(["openid", "offline_access"], ["openid"]) == ["openid", "offline_access"])
        #expect(ScopeRules.refreshWire(["a"], at: .openID) == ["openid", "a"])
        try ScopeRules.check(["openid", "profile", "offline_access"], at: .openID)
    }

    @Test("email, a client id and no scope at all are allowed")
    func allowed() throws {
        for scopes: ScopeSet in [[], ["email"], ["aaaaaaaa-0000-4000-8000-000000000001"], ["https://x//.default"]] {
            try ScopeRules.check(scopes)
        }
    }

    @Test("spaces, quotes and control characters are refused", arguments: ["a b", "a\"", "a\\", "a\n", "ä"])
    func characters(_ scope: String) {
        #expect(throws: AuthError.self) { try ScopeRules.check(ScopeSet([scope])) }
    }

    @Test(".default is refused with other scopes, except OpenID's")
    func defaults() throws {
        #expect(throws: AuthError.self) { try ScopeRules.check(["api://files/.default", "api://files/Files.Read"]) }
        try ScopeRules.check(["api://files/.default", "email"])
        #expect(!ScopeRules.isMixture(ScopeRules.wire(["api://files/.default"], at: .aad, try metadata())))
    }

    @Test("the resource is the text before the last slash")
    func resource() {
        #expect(ScopeRules.resource(of: "https://management.azure.com//.default") == "https://management.azure.com/")
        #expect(ScopeRules.resource(of: "api://files/Files.Read") == "api://files")
        #expect(ScopeRules.resource(of: "User.Read") == nil)
        #expect(ScopeRules.name(of: "api://files/Files.Read") == "Files.Read")
        #expect(ScopeRules.resources(of: ["openid", "api://a/x", "API://A/y", "api://b/z"]) == ["api://a", "api://b"])
    }

    @Test("the declined scopes are those requested and not granted")
    func granted() {
        func declined(_ requested: ScopeSet, _ response: ScopeSet?) -> ScopeSet {
            GrantedScopes(requested: requested, response: response).declined
        }
        #expect(declined(["api://f/Read", "api://f/Write", "openid"], ["API://F/READ"]) == ["api://f/Write"])
        #expect(declined(["email", "offline_access", "api://f/Read"], ["api://f/Read"]) == [])
        #expect(declined(["api://f/Read"], nil) == [])
        #expect(declined(["api://f/Read"], []) == ["api://f/Read"])
        #expect(declined(["api://f/.default"], ["api://f/Read"]) == [])
        #expect(declined(["api://f/.default"], ["api://g/Read", "openid"]) == ["api://f/.default"])
        #expect(declined([".default"], ["User.Read"]) == [])
        #expect(GrantedScopes(requested: ["a"], response: nil).granted == ["a"])
    }
}
