import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

@Suite("The cache that the libraries of the family share")
struct UnifiedCacheTests {
    /// What a library leaves in the shared keychain group after a sign-in, item by item.
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

    private static let who = #""home_account_id":"u.t","environment":"login.windows.net""#
    private static let place = "u.t-login.windows.net"

    private static let refreshToken = Library.Item(
        account: place, service: "refreshtoken-client-1--", generic: "refreshtoken-client-1-", type: .refreshToken,
        members: #"{"credential_type":"RefreshToken","secret":"their refresh",\#(who),"client_id":"client-1"}"#)
    private static let idToken = Library.Item(
        account: place, service: "idtoken-client-1-t-", generic: "idtoken-client-1-t", type: .idToken,
        members: """
            {"credential_type":"IdToken","secret":"\(Samples.idToken("theirs"))",\(who),"client_id":"client-1",\
            "realm":"t"}
            """)
    private static let user = Library.Item(
        account: place, service: "t", generic: "ada@contoso.test", type: .accountMSSTS,
        members: """
            {"authority_type":"MSSTS",\(who),"realm":"t","username":"ada@contoso.test","local_account_id":"u",\
            "name":"Ada"}
            """)

    private static func appMetadata(generic: String) -> Library.Item {
        Library.Item(
            account: "login.windows.net", service: "appmetadata-client-1", generic: generic, type: .appMetadata,
            members: #"{"client_id":"client-1","environment":"login.windows.net","family_id":""}"#)
    }

    static let libraries = [
        // Shares what single sign-on needs, and keeps its tokens in its own format.
        Library(
            testDescription: "ADAL for iOS 2.7", items: [refreshToken, user, appMetadata(generic: "")],
            hasTokens: false),
        // Writes the generic attribute of app metadata as "1", whatever the family.
        Library(
            testDescription: "MSAL.NET 2.4 on iOS",
            items: [
                Library.Item(
                    account: place, service: "accesstoken-client-1-t-user.read", generic: "accesstoken-client-1-t",
                    type: .accessToken,
                    members: """
                        {"credential_type":"AccessToken","secret":"theirs",\(who),"client_id":"client-1","realm":"t",\
                        "target":"User.Read","cached_at":"1900000000","expires_on":"1900003600",\
                        "extended_expires_on":"1900003600","ext_expires_on":"1900003600"}
                        """),
                refreshToken, idToken, user, appMetadata(generic: "1"),
            ],
            hasTokens: true),
        Library(testDescription: "ADAL.NET 4.4 on iOS", items: [refreshToken, idToken, user], hasTokens: false),
    ]

    @Test("R129: a sign-in of each library that shares the unified cache serves here", arguments: libraries)
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

    @Test("R132-part: on macOS the store stands in the group that MSAL and ADAL share, and reads both")
    func macOS() async throws {
        let team = Team()
        let group = KeychainPlatform.macOS.standardGroup
        let app = team.app(shared: [group])
        let store = try KeychainCredentialStore(keychain: app, platform: .macOS)
        #expect(store.accessGroup == "\(team.prefix).com.microsoft.identity.universalstorage")
        // What an MSAL app of the team signed in is an account of ours.
        let other = try KeychainCredentialStore(
            keychain: team.app("com.contoso.msal", shared: [group]), platform: .macOS)
        try await other.save(Samples.response("theirs"))
        #expect(try Samples.lookUp(in: store)?.secret == Secret("access theirs"))
        // And so is what an ADAL app left there, spelt as macOS spells users.
        let adal = LegacyKeychainCache(
            team.app("com.contoso.adal", shared: [group]), accessGroup: store.accessGroup, platform: .macOS)
        var item = LegacyTokenItem(
            authority: "https://login.windows.net/common", clientID: "client-1", userID: "grace@contoso.test")
        item.refreshToken = Secret("legacy refresh")
        try adal.put([item], sparing: false)
        let ours = LegacyKeychainCache(app, accessGroup: store.accessGroup, platform: .macOS)
        let found = try ours.items(LegacyTokenQuery(userID: "Grace@contoso.test"))
        #expect(found.map(\.refreshToken) == [Secret("legacy refresh")])
        // Neither mistakes the other's items for its own.
        #expect(try store.homeAccountIDs() == [Samples.home])
    }
}
