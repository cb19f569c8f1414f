import KeyfobCache
import KeyfobCore
import Testing

@Suite("The login keychain's blob")
struct KeychainBlobTests {
    private static let text = #"""
        {"RefreshToken":{"whatever":{"client_id":"C","credential_type":"RefreshToken","environment":"E",
        "home_account_id":"U.T","secret":"rt","x":1}},
        "Account":{"u.t-e-t":{"authority_type":"MSSTS","environment":"e","home_account_id":"u.t","realm":"t",
        "username":"ada","local_account_id":"u","name":"Ada"}},
        "FutureSection":{"k":{"a":1}},"Odd":7}
        """#

    @Test("entities are read, and get keys from their members")
    func reading() throws {
        let blob = try #require(KeychainBlob(Array(Self.text.utf8)))
        #expect(blob.entities.map(\.kind) == [.account, .refreshToken])
        let json = try JSONValue(parsing: blob.bytes)
        #expect(json["RefreshToken"]?.objectValue?.keys.sorted() == ["u.t-e-refreshtoken-c--"])
        #expect(json["RefreshToken"]?["u.t-e-refreshtoken-c--"]?["x"] == 1)
    }

    @Test("unknown sections and members survive a rewrite")
    func survival() throws {
        var blob = try #require(KeychainBlob(Array(Self.text.utf8)))
        let user = AccountEntity(
            homeAccountID: "u.t", environment: "e", realm: "t", localAccountID: "u", username: "renamed")
        #expect(try blob.put(.account(user)))
        let json = try JSONValue(parsing: blob.bytes)
        #expect(json["FutureSection"] == ["k": ["a": 1]])
        #expect(json["Odd"] == 7)
        #expect(json["Account"]?["u.t-e-t"]?["username"] == "renamed")
        #expect(json["Account"]?["u.t-e-t"]?["name"] == "Ada")
    }

    @Test("each kind has a section in one of the two items, or none")
    func sections() throws {
        var blob = KeychainBlob()
        let contents = CredentialContents(secret: Secret("s"))
        let bearer = AccessTokenEntity(
            homeAccountID: "u.t", environment: "e", clientID: "c", realm: "t", scopes: ["S"], cachedAt: 1,
            expiresOn: 2, contents: contents)
        let bound = AccessTokenEntity(
            homeAccountID: "u.t", environment: "e", clientID: "c", realm: "t", scopes: ["S"], tokenType: "pop",
            cachedAt: 1, expiresOn: 2, contents: contents)
        let idToken = IDTokenEntity(
            homeAccountID: "u.t", environment: "e", clientID: "c", realm: "t", contents: contents)
        let metadata = AppMetadataEntity(clientID: "c", environment: "e", familyID: "1")
        for entity in [.accessToken(bearer), .accessToken(bound), .idToken(idToken), .appMetadata(metadata)]
            as [CredentialEntity]
        {
            #expect(try blob.put(entity))
            #expect(KeychainBlob.placement(of: entity) == .app)
        }
        let json = try JSONValue(parsing: blob.bytes)
        #expect(json["AccessToken"]?.objectValue?.keys.sorted() == ["u.t-e-accesstoken-c-t-s"])
        #expect(
            json["AccessToken_With_AuthScheme"]?.objectValue?.keys.sorted()
                == ["u.t-e-accesstoken_with_authscheme-c-t-s-pop"])
        #expect(json["IdToken"]?.objectValue?.keys.sorted() == ["u.t-e-idtoken-c-t-"])
        #expect(json["AppMetadata"]?.objectValue?.keys.sorted() == ["e-appmetadata-c"])
        let state = SignInStateEntity(homeAccountID: "u.t", clientID: "c", app: "a", state: .signedIn)
        #expect(try !blob.put(.signInState(state)))
        blob.delete(CredentialEntity.accessToken(bearer).key)
        #expect(try JSONValue(parsing: blob.bytes)["AccessToken"] == nil)
        #expect(blob.entities.count == 3)
    }

    @Test("the clients' account metadata has a separate section")
    func accountMetadata() throws {
        var blob = KeychainBlob()
        var metadata = KeychainAccountMetadata(clientID: "C")
        metadata.setState(.signedIn, of: "u.t")
        blob.put(metadata)
        let read = try #require(KeychainBlob(blob.bytes))
        #expect(read.accountMetadata(clientID: "c") == metadata)
        #expect(try JSONValue(parsing: blob.bytes)["AccountMetadataMap"]?["authority_map-C"] != nil)
    }

    @Test("the app's bundle id distinguishes the two items")
    func items() {
        let group = "ABCDE12345.com.microsoft.identity.universalstorage"
        let shared = KeychainBlob().item(.shared, accessGroup: group, bundleID: "com.example.a")
        #expect(shared.account == group)
        #expect([shared.service, shared.label] == ["Microsoft Credentials", "Microsoft Credentials"])
        #expect(shared.creator == KeychainCreator.hash(group))
        let own = KeychainBlob().item(.app, accessGroup: group, bundleID: "com.example.a")
        #expect(own.account == group + "-com.example.a")
        #expect(KeychainBlob.query(.app, accessGroup: group, bundleID: "com.example.a").matches(own))
        #expect(KeychainBlob(Array("[]".utf8)) == nil)
    }
}
