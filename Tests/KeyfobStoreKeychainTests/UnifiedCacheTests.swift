import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

@Suite("The cache shared by Microsoft's libraries")
struct UnifiedCacheTests {
    /// The items that a library leaves in the shared keychain group after a sign-in.
    struct Library: Sendable, CustomTestStringConvertible {
        struct Item: Sendable {
            let account: String
            let service: String
            var generic: String?
            let type: KeychainItemType
            let members: String
        }

        let testDescription: String
        let items: [Item]
        /// Whether it keeps access and id tokens there too.
        let hasTokens: Bool
    }

    /// The account of a sign-in, and its tokens.
    struct SignedIn: Sendable {
        var home = "u.t"
        var host = "login.windows.net"
        var client = "client-1"
        var realm = "t"
        var localID = "u"
        var refreshToken = "their refresh"
        var idToken = Samples.idToken("theirs")
        var accessToken = "theirs"
        var scope = "User.Read"
        var cachedAt = 1_900_000_000
    }

    /// The items that each library leaves after a sign-in.
    static func libraries(_ facts: SignedIn = SignedIn()) -> [Library] {
        let who = #""home_account_id":"\#(facts.home)","environment":"\#(facts.host)""#
        let place = "\(facts.home)-\(facts.host)"
        let client = facts.client
        let inRealm = "\(client)-\(facts.realm)"
        let refreshToken = Library.Item(
            account: place, service: "refreshtoken-\(client)--", generic: "refreshtoken-\(client)-",
            type: .refreshToken,
            members: """
                {"credential_type":"RefreshToken","secret":"\(facts.refreshToken)",\(who),"client_id":"\(client)"}
                """)
        let idToken = Library.Item(
            account: place, service: "idtoken-\(inRealm)-", generic: "idtoken-\(inRealm)", type: .idToken,
            members: """
                {"credential_type":"IdToken","secret":"\(facts.idToken)",\(who),"client_id":"\(client)",\
                "realm":"\(facts.realm)"}
                """)
        let user = Library.Item(
            account: place, service: facts.realm, generic: "ada@contoso.test", type: .accountMSSTS,
            members: """
                {"authority_type":"MSSTS",\(who),"realm":"\(facts.realm)","username":"ada@contoso.test",\
                "local_account_id":"\(facts.localID)","name":"Ada"}
                """)
        func appMetadata(generic: String) -> Library.Item {
            Library.Item(
                account: facts.host, service: "appmetadata-\(client)", generic: generic, type: .appMetadata,
                members: #"{"client_id":"\#(client)","environment":"\#(facts.host)","family_id":""}"#)
        }
        let expiry = facts.cachedAt + 3600
        let accessToken = Library.Item(
            account: place, service: "accesstoken-\(inRealm)-\(facts.scope.lowercased())",
            generic: "accesstoken-\(inRealm)", type: .accessToken,
            members: """
                {"credential_type":"AccessToken","secret":"\(facts.accessToken)",\(who),"client_id":"\(client)",\
                "realm":"\(facts.realm)","target":"\(facts.scope)","cached_at":"\(facts.cachedAt)",\
                "expires_on":"\(expiry)","extended_expires_on":"\(expiry)","ext_expires_on":"\(expiry)"}
                """)
        return [
            // Shares the items for single sign-on, and keeps its tokens in its own format.
            Library(
                testDescription: "ADAL for iOS 2.7", items: [refreshToken, user, appMetadata(generic: "")],
                hasTokens: false),
            // Writes the generic attribute of app metadata as "1", whatever the family.
            Library(
                testDescription: "MSAL.NET 2.4 on iOS",
                items: [accessToken, refreshToken, idToken, user, appMetadata(generic: "1")], hasTokens: true),
            Library(testDescription: "ADAL.NET 4.4 on iOS", items: [refreshToken, idToken, user], hasTokens: false),
        ]
    }

    @Test(
        "R129: with the items of each library of the unified cache, an app gets an accepted token without a page",
        arguments: libraries().map(\.testDescription))
    func token(after name: String) async throws {
        // A sign-in at the provider, whose tokens are then stored in that library's layout.
        let clock = MovableClock()
        let provider = try await InMemoryProvider(clock: clock)
        let person = Person(user: "ada@contoso.test", password: "Keyfob-demo-1")
        let theirs = InMemoryCredentialStore()
        let scopes: ScopeSet = ["api://files/Files.Read"]
        func app(_ store: any CredentialStore, _ agent: (any UserAgent)?) throws -> PublicClientApplication {
            let configuration = try ClientConfiguration(
                clientID: "aaaaaaaa-0000-4000-8000-000000000001",
                redirectURI: RedirectURI("http://localhost/contoso-a"),
                authority: Authority(environment: "localhost:8443", tenant: "11111111-1111-4111-8111-111111111111"),
                appIdentifier: "com.contoso.a")
            return PublicClientApplication(
                configuration: configuration,
                environment: ClientEnvironment(
                    transport: provider, clock: clock, random: SystemRandomSource(), store: store,
                    refreshLock: InProcessRefreshLock(), userAgent: agent, pause: ImmediatePause(moving: clock)))
        }
        let browser = ScriptedUserAgent(person: person, transport: provider, clock: clock)
        let first = try await app(theirs, browser).acquireToken(InteractiveParameters(scopes: scopes))
        let partition = try #require(try theirs.partition(homeAccountID: first.account.identifier))
        var facts = SignedIn()
        facts.home = first.account.identifier
        facts.host = "localhost:8443"
        facts.client = "aaaaaaaa-0000-4000-8000-000000000001"
        facts.realm = "11111111-1111-4111-8111-111111111111"
        facts.localID = try #require(facts.home.split(separator: ".").first.map(String.init))
        facts.refreshToken = try #require(partition.refreshTokens.first).secret.reveal()
        facts.idToken = try #require(first.idToken).reveal()
        facts.accessToken = first.accessToken.reveal()
        facts.scope = "api://files/Files.Read"
        facts.cachedAt = Int(clock.unixSeconds)
        let library = try #require(Self.libraries(facts).first { $0.testDescription == name })

        let team = Team()
        for item in library.items {
            try team.plant(
                account: item.account, service: item.service, generic: item.generic, type: item.type, item.members)
        }
        let ours = try app(team.store(), nil)
        let account = try #require(try ours.accounts().first)
        #expect(account.username == "ada@contoso.test")
        let result = try await ours.acquireTokenSilent(SilentParameters(scopes: scopes, account: account))
        #expect(result.source == (library.hasTokens ? .cache : .refresh))
        var request = HTTPRequest.get(provider.base.with(path: "/api/files"))
        request.fields.set("Authorization", "Bearer \(result.accessToken.reveal())")
        #expect(try await provider.send(request).status == 200)
        #expect(try await provider.admin.count("password_prompt") == 1)
    }

    @Test(
        "R129-part: a sign-in of each library that shares the unified cache is read, item by item",
        arguments: libraries())
    func fixture(of library: Library) throws {
        let team = Team()
        for item in library.items {
            try team.plant(
                account: item.account, service: item.service, generic: item.generic, type: item.type, item.members)
        }
        let store = team.store()
        let accounts = try CredentialRules.accounts(in: store, clientID: "client-1", app: Samples.appA)
        #expect(accounts.map(\.identifier) == ["u.t"])
        #expect(accounts.map(\.username) == ["ada@contoso.test"])
        let partition = try #require(try store.partition(homeAccountID: "u.t"))
        let metadata = try store.appMetadata(clientID: "client-1", environment: Samples.host)
        let refreshToken = CredentialRules.refreshToken(
            in: partition, clientID: "client-1", app: Samples.appA, environment: Samples.host, metadata: metadata)
        #expect(try refreshToken?.secret == Secret("their refresh"))
        #expect(try Samples.lookUp(in: store)?.secret == (library.hasTokens ? Secret("theirs") : nil))
    }

    @Test("R132-part: on macOS the store is in the group that MSAL and ADAL share, and reads both")
    func macOS() async throws {
        let team = Team()
        let group = KeychainPlatform.macOS.standardGroup
        let app = team.app(shared: [group])
        let store = try KeychainCredentialStore(keychain: app, platform: .macOS)
        #expect(store.accessGroup == "\(team.prefix).com.microsoft.identity.universalstorage")
        // An account signed in by an MSAL app of the team is an account of Keyfob.
        let other = try KeychainCredentialStore(
            keychain: team.app("com.contoso.msal", shared: [group]), platform: .macOS)
        try await other.save(Samples.response("theirs"))
        #expect(try Samples.lookUp(in: store)?.secret == Secret("access theirs"))
        // And so is an ADAL app's, spelled as macOS spells users.
        let adal = ADALKeychainCache(
            team.app("com.contoso.adal", shared: [group]), accessGroup: store.accessGroup, platform: .macOS)
        var item = ADALCacheItem(
            authority: "https://login.windows.net/common", clientID: "client-1", userID: "grace@contoso.test")
        item.refreshToken = Secret("legacy refresh")
        try adal.put([item], sparing: false)
        let ours = ADALKeychainCache(app, accessGroup: store.accessGroup, platform: .macOS)
        let found = try ours.items(ADALCacheQuery(userID: "Grace@contoso.test"))
        #expect(found.map(\.refreshToken) == [Secret("legacy refresh")])
        // Neither treats the other's items as its own.
        #expect(try store.homeAccountIDs() == [Samples.home])
    }
}
