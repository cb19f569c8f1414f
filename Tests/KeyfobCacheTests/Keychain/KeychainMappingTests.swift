import KeyfobCache
import KeyfobCore
import Testing

/// Items in the form of IdentityCore.
@Suite("Entities in the keychain")
struct KeychainMappingTests {
    private func item(
        _ type: UInt32?, _ json: String, service: String = "service", account: String = "account"
    ) -> KeychainItem {
        KeychainItem(
            accessGroup: "T1.group", account: account, service: service, type: type, value: Secret(Array(json.utf8)))
    }

    private func entity(_ type: UInt32?, _ json: String) throws -> CredentialEntity {
        guard case .entity(let entity) = KeychainMapping.content(of: item(type, json)) else {
            throw AuthError.configuration("The item is not an entity.")
        }
        return entity
    }

    private func json(_ entity: CredentialEntity, over old: String? = nil) throws -> JSONValue {
        let old = old.map { Secret(Array($0.utf8)) }
        return try JSONValue(parsing: KeychainMapping.record(of: entity, replacing: old).value.reveal())
    }

    private static let accessToken = #"""
        {"credential_type":"AccessToken","secret":"at","home_account_id":"U.T","environment":"login.windows.net",
         "client_id":"C1","realm":"T","target":"User.Read Mail.Read","cached_at":"1900000000",
         "expires_on":"1900003600","extended_expires_on":"1900007200","refresh_on":"1900001800",
         "enrollment_id":"e1","expires_in":"3600"}
        """#

    @Test("an access token of IdentityCore is read completely, and written back unchanged")
    func accessToken() throws {
        let read = try entity(2001, Self.accessToken)
        guard case .accessToken(let token) = read else { throw AuthError.configuration("It is not an access token.") }
        #expect(try token.secret == Secret("at"))
        #expect(token.homeAccountID == "u.t")
        #expect([token.clientID, token.realm, token.tokenType] == ["C1", "T", "Bearer"])
        #expect(token.scopes.values == ["User.Read", "Mail.Read"])
        #expect(
            [token.cachedAt, token.expiresOn, token.extendedExpiresOn] == [1_900_000_000, 1_900_003_600, 1_900_007_200])
        #expect(token.refreshOn == 1_900_001_800)
        var expected = try JSONValue(parsing: Self.accessToken).objectValue
        expected?["home_account_id"] = "u.t"
        #expect(try json(read).objectValue == expected)
        let record = try KeychainMapping.record(of: read)
        #expect(record.key.service == "accesstoken-c1-t-user.read mail.read")
        #expect(record.item(accessGroup: "g").accessibility == .afterFirstUnlockThisDeviceOnly)
    }

    @Test("a bound token keeps its scheme and key id")
    func boundToken() throws {
        let text = #"""
            {"credential_type":"AccessToken_With_AuthScheme","secret":"at","home_account_id":"u.t",
             "environment":"e","client_id":"c","realm":"t","target":"s","cached_at":"1","expires_on":"2",
             "extended_expires_on":"2","token_type":"pop","kid":"key-1","requested_claims":"{\"a\":1}"}
            """#
        let read = try entity(2007, text)
        guard case .accessToken(let token) = read else { throw AuthError.configuration("It is not an access token.") }
        #expect(token.tokenType == "pop")
        #expect(token.requestedClaims == #"{"a":1}"#)
        #expect(try token.contents.open().unknown == ["kid": "key-1"])
        #expect(try json(read) == JSONValue(parsing: text))
        #expect(
            try KeychainMapping.record(of: read).key.service?.hasPrefix("accesstoken_with_authscheme-c-t-s-pop|")
                == true)
    }

    @Test(
        "refresh tokens, ID tokens, users and metadata survive a round trip, including unknown members",
        arguments: [
            (
                2002,
                #"{"client_id":"c","credential_type":"RefreshToken","environment":"e","home_account_id":"u.t","last_modification_time":"1.500","secret":"rt","target":"kept"}"#
            ),
            (
                2002,
                #"{"client_id":"c","credential_type":"RefreshToken","environment":"e","family_id":"1","home_account_id":"u.t","secret":"rt"}"#
            ),
            (
                2003,
                #"{"client_id":"c","credential_type":"IdToken","environment":"e","home_account_id":"u.t","realm":"t","secret":"h.p.s","x":[1,null]}"#
            ),
            (
                1001,
                #"{"authority_type":"AAD","client_info":"ci","environment":"e","home_account_id":"u.t","local_account_id":"u","name":"Ada","realm":"t","username":"ada"}"#
            ),
            (3001, #"{"client_id":"c","environment":"e","family_id":"1","later":true}"#),
            (
                2006,
                #"{"client_id":"c","credential_type":"V1IdToken","environment":"e","home_account_id":"u.t","realm":"t","secret":"v1"}"#
            ),
            (
                2005,
                #"{"client_id":"c","credential_type":"PrimaryRefreshToken","device_id":"d","environment":"e","home_account_id":"u.t","prt_protocol_version":"3.0","secret":"prt","session_key":"k"}"#
            ),
            (
                2008,
                #"{"client_id":"c","credential_type":"FamilyRefreshToken","environment":"e","family_id":"1","home_account_id":"u.t","secret":"frt"}"#
            ),
            (
                2009,
                #"{"bound_device_id":"d","client_id":"c","credential_type":"BoundRefreshToken","environment":"e","home_account_id":"u.t","secret":"brt"}"#
            ),
            (
                2001,
                #"{"application_cache_identifier":"app","client_id":"c","credential_type":"AccessToken","environment":"e","expires_on":"2","home_account_id":"u.t","realm":"t","secret":"at","target":"s"}"#
            ),
        ] as [(UInt32, String)])
    func roundTrips(type: UInt32, text: String) throws {
        let read = try entity(type, text)
        #expect(try json(read).text() == text)
        #expect(try KeychainMapping.record(of: read).key.type?.rawValue == type)
    }

    @Test("a managed app's token is kept, and returned to no app")
    func managedApp() throws {
        let text = #"""
            {"credential_type":"AccessToken","secret":"at","home_account_id":"u.t","environment":"e","client_id":"c",
             "realm":"t","target":"s","expires_on":"1900003600","application_cache_identifier":"App"}
            """#
        let read = try entity(2001, text)
        guard case .unknown(let unknown) = read else { throw AuthError.configuration("It is returned.") }
        #expect(unknown.kind == .accessToken)
        #expect(try KeychainMapping.record(of: read).key.service == "accesstoken-c-t-app-s")
    }

    @Test("a token that a broker stores for another app is returned to no app, and neither is a copy of it")
    func reserved() throws {
        let text = #"""
            {"credential_type":"AccessToken","secret":"at","home_account_id":"u.t","environment":"e","client_id":"c",
             "realm":"t","target":"s","expires_on":"1900003600"}
            """#
        let item = KeychainItem(
            account: "u.t-e", service: "accesstoken-c-t-s|app", type: 2001, creator: KeychainCreator.hash("app"),
            value: Secret(Array(text.utf8)))
        guard case .entity(.unknown(let unknown)) = KeychainMapping.content(of: item) else {
            throw AuthError.configuration("It is returned.")
        }
        let copy = try KeychainMapping.record(of: .unknown(unknown)).item(accessGroup: "group")
        guard case .entity(.unknown(let read)) = KeychainMapping.content(of: copy) else {
            throw AuthError.configuration("Its copy is returned.")
        }
        #expect(read.kind == .accessToken && read.key == unknown.key)
        #expect(try read.contents.token == Secret("at"))
    }

    @Test("times are read as text or number, and a token without an expiry is ignored")
    func times() throws {
        let times = #""cached_at":1900000000,"expires_on":"1900003600.75""#
        let head = #"{"credential_type":"AccessToken","secret":"at","home_account_id":"u.t","environment":"e","#
        let tail = #""client_id":"c","realm":"t","target":"s""#
        guard case .accessToken(let token) = try entity(2001, head + times + "," + tail + "}") else {
            throw AuthError.configuration("It is not an access token.")
        }
        #expect([token.cachedAt, token.expiresOn] == [1_900_000_000, 1_900_003_600])
        guard case .unknown = try entity(2001, head + tail + "}") else {
            throw AuthError.configuration("A token without an expiry is returned.")
        }
    }

    @Test("writing a user over an item keeps the item's other members")
    func userIsMerged() throws {
        let user = AccountEntity(
            homeAccountID: "u.t", environment: "e", realm: "t", localAccountID: "u", username: "new",
            contents: CredentialContents(secret: nil, unknown: ["name": "Ada"]))
        let written = try json(
            .account(user), over: #"{"username":"old","given_name":"A","name":"old","authority_type":"MSSTS"}"#)
        #expect(written["username"] == "new")
        #expect(written["name"] == "Ada")
        #expect(written["given_name"] == "A")
    }

    @Test("the single token of a family is a refresh token if the switch is on")
    func singleFamilyToken() throws {
        let text =
            #"{"client_id":"c","credential_type":"FamilyRefreshToken","environment":"e","family_id":"1","home_account_id":"u.t","secret":"frt"}"#
        let content = KeychainMapping.content(of: item(2008, text), usesSingleFamilyToken: true)
        guard case .entity(.refreshToken(let token)) = content else {
            throw AuthError.configuration("It is not a refresh token.")
        }
        #expect(token.familyID == "1")
        let record = try KeychainMapping.record(of: .refreshToken(token), usesSingleFamilyToken: true)
        #expect(record.key.service == "familyrefreshtoken-1--")
        #expect(try KeychainMapping.record(of: .refreshToken(token)).key.service == "refreshtoken-1--")
        let on = KeychainMapping.content(
            of: item(nil, #"{"use_single_frt":true}"#, service: "useSingleFRT", account: "useSingleFRT"))
        guard case .singleFamilyTokenSwitch(true) = on else { throw AuthError.configuration("It is not a switch.") }
    }

    @Test(
        "a tombstone is recognised; malformed items, other types and users of unknown authorities are ignored",
        arguments: [
            (2002, #"{"credential_type":"RefreshToken","secret":"<tombstone>","client_id":"c"}"#, true),
            (2002, "{", false), (2002, "[]", false), (2002, "\u{0}", false), (2002, #"{"secret":1}"#, false),
            (2002, #"{"credential_type":"IdToken","secret":"s","home_account_id":"u","environment":"e"}"#, false),
            (1003, #"{"home_account_id":"u.t","environment":"e"}"#, false),
            (1003, #"{"authority_type":"Other","home_account_id":"u.t","environment":"e"}"#, false),
            (3001, #"{"client_id":"c"}"#, false), (5001, "{}", false), (7000, #"{"secret":"s"}"#, false),
            (nil, #"{"credential_type":"RefreshToken","secret":"s"}"#, false),
        ] as [(UInt32?, String, Bool)])
    func whatIsNoEntity(type: UInt32?, text: String, isTombstone: Bool) throws {
        switch KeychainMapping.content(of: item(type, text)) {
        case .tombstone: #expect(isTombstone)
        case .foreign: #expect(!isTombstone)
        default: throw AuthError.configuration("It is an entity.")
        }
    }
}
