import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

@Suite("Items written by other apps of the group")
struct ForeignItemsTests {
    private static let account = "u.t-login.windows.net"

    /// Writes the items of a sign-in by MSAL for iOS.
    private func plantSignIn(_ team: Team) throws {
        let who = #""home_account_id":"u.t","environment":"login.windows.net""#
        try team.plant(
            account: Self.account, service: "accesstoken-client-1-t-user.read mail.read",
            generic: "accesstoken-client-1-t", type: .accessToken,
            #"{"credential_type":"AccessToken","secret":"theirs",\#(who),"client_id":"Client-1","realm":"t","target":"User.Read Mail.Read","cached_at":"1900000000","expires_on":"1900003600","extended_expires_on":"1900003600","enrollment_id":"e"}"#
        )
        try team.plant(
            account: Self.account, service: "idtoken-client-1-t-", generic: "idtoken-client-1-t", type: .idToken,
            #"{"credential_type":"IdToken","secret":"\#(Samples.idToken("theirs"))",\#(who),"client_id":"Client-1","realm":"t"}"#
        )
        try team.plant(
            account: Self.account, service: "refreshtoken-client-1--", generic: "refreshtoken-client-1-",
            type: .refreshToken,
            #"{"credential_type":"RefreshToken","secret":"their refresh",\#(who),"client_id":"Client-1"}"#)
        try team.plant(
            account: Self.account, service: "t", generic: "ada@contoso.test", type: .accountMSSTS,
            #"{"authority_type":"MSSTS",\#(who),"realm":"t","username":"ada@contoso.test","local_account_id":"u","name":"Ada","given_name":"A"}"#
        )
    }

    @Test("an account signed in by MSAL for iOS is an account here, with its tokens")
    func signIn() throws {
        let team = Team()
        try plantSignIn(team)
        let store = team.store()
        let accounts = try CredentialRules.accounts(in: store, clientID: "client-1", app: Samples.appA)
        #expect(accounts.map(\.username) == ["ada@contoso.test"])
        #expect(try Samples.lookUp(in: store, scope: "mail.read")?.secret == Secret("theirs"))
    }

    @Test("a response that renews them replaces them, and keeps unknown members")
    func renewal() async throws {
        let team = Team()
        try plantSignIn(team)
        let names = try Set(team.items().keys)
        try await team.store().save(
            Samples.response("ours", scopes: ["User.Read", "Mail.Read"], username: "renamed@contoso.test"))
        let items = try team.items()
        #expect(Set(items.keys).isSuperset(of: names))
        let user = try JSONValue(parsing: try #require(items["\(Self.account) t"]).value.reveal())
        #expect(user["given_name"] == "A")
        #expect(user["username"] == "renamed@contoso.test")
        #expect(items["\(Self.account) t"]?.generic == Array("renamed@contoso.test".utf8))
        let tokens = items.keys.filter { $0.contains("accesstoken") }
        #expect(tokens == ["\(Self.account) accesstoken-client-1-t-user.read mail.read"])
        #expect(try Samples.lookUp(in: team.store())?.secret == Secret("access ours"))
    }

    @Test("of two items that are one token, its scopes in another order, a renewal leaves one")
    func twins() async throws {
        let team = Team()
        try plantSignIn(team)
        let twin = "accesstoken-client-1-t-mail.read user.read"
        try team.plant(
            account: Self.account, service: twin, type: .accessToken,
            #"{"credential_type":"AccessToken","secret":"twin","home_account_id":"u.t","environment":"login.windows.net","client_id":"Client-1","realm":"t","target":"Mail.Read User.Read","cached_at":"1900000000","expires_on":"1900003601"}"#
        )
        try await team.store().save(Samples.response("ours", scopes: ["User.Read", "Mail.Read"]))
        #expect(try team.items().keys.filter { $0.contains("accesstoken") }.count == 1)
        #expect(try Samples.lookUp(in: team.store())?.secret == Secret("access ours"))
    }

    @Test("credentials unknown to the schema are removed with their client, a broker's when the account is wiped")
    func unknownKinds() async throws {
        let team = Team()
        let who = #""home_account_id":"u.t","environment":"login.windows.net","client_id":"Client-1","secret":"s""#
        try team.plant(
            account: Self.account, service: "v1idtoken-client-1-t-", type: .v1IDToken,
            #"{"credential_type":"V1IdToken","realm":"t",\#(who)}"#)
        try team.plant(
            account: Self.account, service: "primaryrefreshtoken-client-1--", type: .primaryRefreshToken,
            #"{"credential_type":"PrimaryRefreshToken","session_key":"k",\#(who)}"#)
        try team.plant(
            account: "authority_map", service: "Other", type: .accountMetadata, #"{"client_id":"Other","x":1}"#)
        try team.plant(account: "other", service: "something else", type: nil, "not JSON")
        let before = try team.items()
        let store = team.store()
        func expectKept(_ names: some Sequence<String>) throws {
            let items = try team.items()
            for name in names { #expect(items[name] == before[name], "\(name)") }
        }
        try await store.save(Samples.response("1"))
        try await store.save(Samples.response("2", app: Samples.appB))
        try await store.signOut(app: Samples.appA)
        try expectKept(before.keys)
        try await store.signOut(app: Samples.appB)
        let v1 = "\(Self.account) v1idtoken-client-1-t-"
        #expect(try team.items()[v1] == nil)
        try expectKept(before.keys.filter { $0 != v1 })
        try await store.wipe()
        let left = try Set(team.items().keys)
        #expect(left.isSuperset(of: ["authority_map Other", "other something else"]))
        #expect(!left.contains { $0.hasPrefix(Self.account) })
    }

    @Test("a tombstone is no token, and the next transaction deletes it")
    func tombstone() async throws {
        let team = Team()
        try team.plant(
            account: Self.account, service: "refreshtoken-other--", type: .refreshToken,
            #"{"credential_type":"RefreshToken","secret":"<tombstone>","home_account_id":"u.t","environment":"login.windows.net","client_id":"other"}"#
        )
        let store = team.store()
        #expect(try store.partition(homeAccountID: Samples.home) == nil)
        try await store.save(Samples.response("1"))
        #expect(try team.items()["\(Self.account) refreshtoken-other--"] == nil)
    }

    @Test("where the single family token is on, it is the one that is read and renewed, next to its plain twin")
    func singleFamilyToken() async throws {
        let team = Team()
        let token =
            #""secret":"old","home_account_id":"u.t","environment":"login.windows.net","client_id":"x","family_id":"1""#
        try team.plant(
            account: "useSingleFRT", service: "useSingleFRT", type: nil, #"{"use_single_frt":true}"#)
        try team.plant(
            account: Self.account, service: "familyrefreshtoken-1--", type: .familyRefreshToken,
            #"{"credential_type":"FamilyRefreshToken",\#(token)}"#)
        try team.plant(
            account: Self.account, service: "refreshtoken-1--", type: .refreshToken,
            #"{"credential_type":"RefreshToken","stale":true,\#(token)}"#)
        let store = team.store()
        let partition = try #require(try store.partition(homeAccountID: Samples.home))
        #expect(partition.refreshTokens.map(\.familyID) == ["1"])
        try await store.save(Samples.response("1", family: "1"))
        for service in ["familyrefreshtoken-1--", "refreshtoken-1--"] {
            let item = try #require(try team.items()["\(Self.account) \(service)"])
            #expect(try JSONValue(parsing: item.value.reveal())["secret"] == "refresh 1", "\(service)")
        }
        try await store.wipe()
        #expect(try !team.items().keys.contains { $0.contains("refreshtoken") })
    }

    @Test("an item of another type under a credential's name is reported, and nothing of the response is stored")
    func nameTaken() async throws {
        let team = Team()
        try team.plant(
            account: Self.account, service: "idtoken-client-1-t-", type: .refreshToken, "another program's")
        let before = try team.items()
        let store = team.store()
        let error = await #expect(throws: AuthError.self) { try await store.save(Samples.response("1")) }
        #expect(error?.code == .storeUnavailable)
        #expect(error?.message.contains("errSecDuplicateItem (-25299)") == true)
        #expect(try team.items() == before)
    }
}
