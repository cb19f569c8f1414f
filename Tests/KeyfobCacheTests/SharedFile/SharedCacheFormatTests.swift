import KeyfobCache
import KeyfobCore
import Testing

@Suite("The shared cache of each library")
struct SharedCacheFormatTests {
    struct Library: Sendable, CustomTestStringConvertible {
        let file: String
        let accessToken: String
        let refreshToken: String
        let isInFamily: Bool
        var testDescription: String { file }
    }

    static let libraries = [
        Library(file: "msal-dotnet.json", accessToken: "dotnet-at", refreshToken: "dotnet-rt", isInFamily: true),
        Library(file: "msal-node.json", accessToken: "node-at", refreshToken: "node-rt", isInFamily: false),
        Library(file: "msal-java.json", accessToken: "java-at", refreshToken: "java-rt", isInFamily: true),
        Library(file: "msal-go.json", accessToken: "go-at", refreshToken: "go-rt", isInFamily: false),
        Library(file: "msal-python.json", accessToken: "python-at", refreshToken: "python-rt", isInFamily: true),
    ]

    @Test("R129-part Token, refresh token, user and client are read, with any keys", arguments: libraries)
    func isRead(library: Library) throws {
        let contents = try SharedCaches.contents(SharedCaches.bytes(library.file))
        let partition = try #require(contents.partition(homeAccountID: SharedCaches.home.uppercased()))
        for alias in ["login.microsoftonline.com", "login.windows.net", "sts.windows.net"] {
            let found = try CredentialRules.accessToken(in: partition, SharedCaches.query(environment: alias))
            #expect(found?.secret == Secret(library.accessToken))
            #expect(found?.validity == .valid && found?.idToken != nil)
            #expect(found?.account.username == "Ada@contoso.example")
            let refresh = CredentialRules.refreshToken(
                in: partition, clientID: SharedCaches.client, app: "app", environment: alias)
            #expect(try refresh?.secret == Secret(library.refreshToken))
        }
        #expect(partition.refreshTokens.contains { $0.familyID == "1" } == library.isInFamily)
        let none = try CredentialRules.accessToken(in: partition, SharedCaches.query(["Files.Delete"]))
        #expect(none == nil)
    }

    @Test("Tokens for special requests do not match plain requests", arguments: libraries)
    func specialTokens(library: Library) throws {
        let contents = try SharedCaches.contents(SharedCaches.bytes(library.file))
        let partition = try #require(contents.partition(homeAccountID: SharedCaches.home))
        let plain = partition.accessTokens.filter { $0.tokenType == "Bearer" && $0.requestedClaims == nil }
        let secrets = try plain.map { try $0.secret.reveal() }
        #expect(secrets.allSatisfy { $0 == library.accessToken || $0 == "python-organizations" }, "\(plain.count)")
        for token in partition.accessTokens where token.tokenType == "pop" {
            let unknown = try token.contents.open().unknown
            #expect(["kid", "key_id", "keyid"].contains { unknown[$0] == "key-1" })
        }
    }

    @Test(
        "A cache that is read and written again is the same, byte for byte",
        arguments: libraries.map(\.file) + ["msal-python-genuine.json"])
    func writtenAgain(file: String) throws {
        let before = try SharedCaches.bytes(file)
        let after = try SharedCaches.writtenAgain(before)
        // Times are always written as strings; Go uses numbers, and this cache has two.
        let expected = String(decoding: before, as: UTF8.self)
            .replacing("\"expires_on\":1900003600", with: "\"expires_on\":\"1900003600\"")
            .replacing("\"cached_at\":1900000000", with: "\"cached_at\":\"1900000000\"")
        #expect(String(decoding: after, as: UTF8.self) == expected || file == "msal-python.json")
        if file == "msal-python.json" {
            // Of a duplicate refresh token the newer one is kept, and nothing else differs.
            var kept = try SharedCacheDocument(parsing: before).entries
            kept["RefreshToken \(SharedCaches.home)-\(SharedCaches.host)-refreshtoken-1--"] = nil
            #expect(try SharedCacheDocument(parsing: after).entries == kept)
        }
    }

    @Test("A new token changes only its own entries; others are kept, byte for byte and in order", arguments: libraries)
    func saving(library: Library) throws {
        let before = try SharedCaches.bytes(library.file)
        let after = try SharedCaches.edit(before) { transaction in
            var response = SharedCaches.response("new", scopes: ["Files.Read", "Files.Write"])
            response.familyID = library.isInFamily ? "1" : nil
            try CredentialRules.save(response, in: transaction)
        }
        let old = try SharedCacheDocument(parsing: before)
        let new = try SharedCacheDocument(parsing: after)
        let changed = new.entries.filter { old.entries[$0.key] != $0.value }
        let kinds = changed.keys.map { $0.split(separator: " ")[0] }.sorted()
        let hadFamily = library.file != "msal-python.json"
        #expect(
            kinds == (hadFamily ? [] : ["AppMetadata"]) + ["AccessToken", "RefreshToken", "SignInState"].sorted()
                || kinds
                    == (["AccessToken", "RefreshToken", "SignInState"] + (hadFamily ? [] : ["AppMetadata"])).sorted()
        )
        for section in old.sectionNames {
            let kept = old.keys(of: section).filter(new.keys(of: section).contains)
            #expect(new.keys(of: section).prefix(kept.count) == kept[...], "\(section): the order of the keys")
        }
        let future = #"{"keep":["me",1.5,null]}"#
        let line = new.text(of: "keep", in: "A thing of the future") ?? ""
        #expect(try JSONValue(parsing: "{\"keep\":\(line)}") == JSONValue(parsing: future))
        // The result is strict JSON, and reading returns what was written.
        _ = try JSONValue(parsing: after)
        let partition = try #require(try SharedCaches.contents(after).partition(homeAccountID: SharedCaches.home))
        let found = try CredentialRules.accessToken(in: partition, SharedCaches.query())
        #expect(found?.secret == Secret("new"))
        let refresh = CredentialRules.refreshToken(
            in: partition, clientID: SharedCaches.client, app: "app", environment: SharedCaches.host)
        #expect(try refresh?.secret == Secret("refresh of new"))
        // It keeps its place and key, so that a library that looks up its entries by key finds it.
        let isNewRefreshKey = changed.keys.contains {
            $0.hasPrefix("RefreshToken") && old.entries[$0] == nil
        }
        #expect(!isNewRefreshKey)
    }

    @Test("The real cache of MSAL Python: every account, every kind of token")
    func genuine() throws {
        let contents = try SharedCaches.contents(SharedCaches.bytes("msal-python-genuine.json"))
        let home = "11111111-aaaa-bbbb-cccc-222222222222.33333333-dddd-eeee-ffff-444444444444"
        #expect(contents.homeAccountIDs.count == 3)
        let ada = try #require(contents.partition(homeAccountID: home))
        #expect(ada.accessTokens.count == 3 && ada.unknown.isEmpty)
        // The entry has a family, and is also the client's own token.
        #expect(ada.refreshTokens.map(\.familyID) == ["1", nil])
        #expect(ada.accounts.first?.username == "Fake.User@Contoso.example")
        #expect(try ada.accounts.first?.contents.open().unknown == ["account_source": "authorization_code"])
        #expect(ada.accessTokens.first?.refreshOn == 1_900_001_800)
        let adfs = try #require(contents.partition(homeAccountID: "adfs-sub"))
        #expect(
            adfs.accounts.first?.authorityType == "ADFS" && adfs.accounts.first?.environment == "fs.msidlab8.example")
        let withoutAccount = try #require(contents.partition(homeAccountID: ""))
        #expect(withoutAccount.accessTokens.count == 1 && withoutAccount.appMetadata.count == 3)
        #expect(withoutAccount.unknown.map(\.kind.rawValue) == ["AccessToken"], "the token for a path")
    }

    @Test("Of overlapping tokens the newest valid one is returned, and of equals the last")
    func overlapping() throws {
        // MSAL Python stores a refreshed token under all scopes of the response, and keeps the previous one.
        let token = { (name: String, cached: Int64, expires: Int64) in
            #""\#(name)":{"secret":"\#(name)","home_account_id":"\#(SharedCaches.home)","environment":"\#(SharedCaches.host)","#
                + #""client_id":"\#(SharedCaches.client)","realm":"\#(SharedCaches.tenant)","#
                + #""target":"Files.Read \#(name)","cached_at":"\#(cached)","expires_on":"\#(expires)"}"#
        }
        let user = #""Account":{"u":{"home_account_id":"\#(SharedCaches.home)","environment":"\#(SharedCaches.host)"}}"#
        let now = SharedCaches.now
        let cases: [([String], String)] = [
            ([token("long", now - 20, now + 5_000), token("new", now - 10, now + 4_000)], "new"),
            ([token("new", now - 10, now + 4_000), token("long", now - 20, now + 5_000)], "new"),
            ([token("valid", now - 20, now + 5_000), token("short", now - 10, now + 10)], "valid"),
            ([token("longer", now - 20, now + 200), token("short", now - 10, now + 100)], "longer"),
            ([token("first", now, now + 4_000), token("last", now, now + 4_000)], "last"),
        ]
        for (tokens, expected) in cases {
            let bytes = Array("{\"AccessToken\":{\(tokens.joined(separator: ","))},\(user)}".utf8)
            let partition = try #require(
                try SharedCaches.contents(bytes).partition(homeAccountID: SharedCaches.home))
            let found = try CredentialRules.accessToken(in: partition, SharedCaches.query())
            #expect(found?.secret == Secret(expected))
        }
    }
}
