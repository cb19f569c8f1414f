import KeyfobCache
import Testing

/// The keys of IdentityCore's entities, as literals.
@Suite("Keychain item keys")
struct KeychainItemKeyTests {
    private static let home = "1F3A.72f9"
    private static let claims = #"{"access_token":{"xms_cc":{"values":["CP1"]}}}"#

    private func name(
        _ kind: KeychainCredentialKind, _ change: (inout KeychainCredentialName) -> Void = { _ in }
    ) -> KeychainCredentialName {
        var name = KeychainCredentialName(
            kind, homeAccountID: Self.home, environment: "Login.Windows.Net", clientID: "C1")
        change(&name)
        return name
    }

    private func expect(
        _ name: KeychainCredentialName, service: String, generic: String, type: UInt32,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(name.key.account == "1f3a.72f9-login.windows.net", sourceLocation: location)
        #expect(name.key.service == service, sourceLocation: location)
        #expect(name.key.generic == generic, sourceLocation: location)
        #expect(name.key.type?.rawValue == type, sourceLocation: location)
    }

    @Test("an access token's key has client, tenant and scopes")
    func accessToken() {
        let token = name(.accessToken) {
            $0.realm = "T1"
            $0.target = "User.Read openid"
        }
        expect(token, service: "accesstoken-c1-t1-user.read openid", generic: "accesstoken-c1-t1", type: 2001)
    }

    @Test("a bound token's key ends with its scheme")
    func boundTokens() {
        for scheme in ["Pop", "ssh-cert"] {
            let token = name(.accessTokenWithAuthScheme) {
                $0.realm = "t"
                $0.target = "S"
                $0.tokenType = scheme
            }
            expect(
                token, service: "accesstoken_with_authscheme-c1-t-s-\(scheme.lowercased())",
                generic: "accesstoken_with_authscheme-c1-t", type: 2007)
        }
    }

    @Test("a refresh token's key has the client or the family, and empty parts keep their hyphens")
    func refreshTokens() {
        expect(name(.refreshToken), service: "refreshtoken-c1--", generic: "refreshtoken-c1-", type: 2002)
        expect(
            name(.refreshToken) { $0.familyID = "1" }, service: "refreshtoken-1--", generic: "refreshtoken-1-",
            type: 2002)
        expect(
            name(.familyRefreshToken) { $0.familyID = "1" }, service: "familyrefreshtoken-1--",
            generic: "familyrefreshtoken-1-", type: 2008)
        expect(
            name(.boundRefreshToken), service: "boundrefreshtoken-c1--", generic: "boundrefreshtoken-c1-", type: 2009)
        expect(
            name(.primaryRefreshToken), service: "primaryrefreshtoken-c1--", generic: "primaryrefreshtoken-c1-",
            type: 2005)
    }

    @Test("ID tokens of both endpoints have a tenant and no scopes")
    func idTokens() {
        expect(
            name(.idToken) { $0.realm = "T" }, service: "idtoken-c1-t-", generic: "idtoken-c1-t", type: 2003)
        expect(
            name(.v1IDToken) { $0.realm = "T" }, service: "v1idtoken-c1-t-", generic: "v1idtoken-c1-t", type: 2006)
    }

    @Test("white space around every part is removed, including line breaks")
    func trimming() {
        let padded = KeychainCredentialName(
            .accessToken, homeAccountID: " U.T\n", environment: "\tE ", clientID: " C ", realm: " R ", target: " S ")
        #expect(padded.key.account == "u.t-e")
        #expect(padded.key.service == "accesstoken-c-r-s")
    }

    @Test("a managed app's token has the app's cache identifier between tenant and scopes")
    func managedApp() {
        let token = name(.accessToken) {
            $0.realm = "t"
            $0.target = "s"
            $0.applicationIdentifier = "App.ID"
        }
        expect(token, service: "accesstoken-c1-t-app.id-s", generic: "accesstoken-c1-t-app.id", type: 2001)
    }

    @Test("suffixes distinguish a broker's app and a claims request, the latter by seven digits of its hash")
    func suffixes() {
        var token = name(.accessToken) {
            $0.realm = "t"
            $0.target = "s"
            $0.requestedClaims = Self.claims
        }
        #expect(token.key.service == "accesstoken-c1-t-s|5a6ffbe")
        token.appKey = "App;Key"
        #expect(token.key.service == "accesstoken-c1-t-s|App;Key|5a6ffbe")
        #expect(token.key.generic == "accesstoken-c1-t")
        #expect(token.creator == KeychainCreator.hash("App;Key"))
        token.requestedClaims = "  "
        token.appKey = nil
        #expect(token.key.service == "accesstoken-c1-t-s")
        #expect(token.creator == nil)
    }

    @Test("users are stored under their tenant, with a type for each kind of authority")
    func users() {
        for (authority, type) in [("AAD", 1001), ("MSA", 1002), ("MSSTS", 1003), ("adfs", 1004)] {
            let key = KeychainItemKey.account(
                homeAccountID: "U.T", environment: "E", realm: "T", username: " Ada@Contoso.Test ",
                authorityType: authority)
            #expect(key.account == "u.t-e")
            #expect(key.service == "t")
            #expect(key.generic == "ada@contoso.test")
            #expect(key.type?.rawValue == UInt32(type))
        }
        let key = KeychainItemKey.account(
            homeAccountID: "u.t", environment: "e", realm: "", username: "", authorityType: "MSSTS")
        #expect(key.service == "")
    }

    @Test("metadata keeps the letter case that IdentityCore keeps")
    func metadata() {
        let app = KeychainItemKey.appMetadata(clientID: "C1", environment: "Login.Windows.net", familyID: "1")
        #expect(app.account == "Login.Windows.net")
        #expect(app.service == "appmetadata-c1")
        #expect(app.generic == "1")
        #expect(app.type?.rawValue == 3001)
        let account = KeychainItemKey.accountMetadata(clientID: "C1")
        #expect(account.account == "authority_map")
        #expect(account.service == "C1")
        #expect(account.generic == nil)
        #expect(account.type?.rawValue == 5001)
    }

    @Test("the switch and the wipe marker have keys without a type")
    func singletons() {
        let single = KeychainItemKey.singleFamilyTokenSwitch
        #expect([single.account, single.service, single.generic] == ["useSingleFRT", "useSingleFRT", nil])
        #expect(single.type == nil)
        let wipe = KeychainItemKey.wipeMarker
        #expect([wipe.account, wipe.service, wipe.generic] == ["TokenWipe", nil, "Microsoft.ADAL.WipeAll.1"])
        #expect(wipe.type == nil)
    }
}
