import KeyfobCache
import KeyfobCore
import Testing

/// Entries found by fuzzing that no library writes today, and that must still be kept.
@Suite("Odd entries of the shared cache")
struct SharedCacheOddEntryTests {
    private let account =
        #""home_account_id":"u.t","environment":"contoso.test","realm":"t","#
        + #""authority_type":"MSSTS""#

    private func entries(_ bytes: [UInt8]) throws -> [String: String] {
        try SharedCacheDocument(parsing: bytes).entries
    }

    @Test("Entries without a user are not assigned to a user that another such entry names")
    func entriesWithoutAccount() throws {
        let bytes = Array(#"{"Later":{"x":{"a":1}},"AppMetadata":{"y":{"home_account_id":"u.t"}}}"#.utf8)
        let again = try SharedCaches.writtenAgain(bytes)
        #expect(again == bytes)
    }

    @Test("A member keeps its value if only another kind defines its name")
    func foreignMembers() throws {
        // Two entries of one user: the first has MSAL Python's key and is kept, with the second's values.
        let bytes = Array(
            #"{"Account":{"u.t-contoso.test-t":{\#(account)},"odd":{\#(account),"token_type":"Bearer"}}}"#.utf8)
        let again = try SharedCaches.writtenAgain(bytes)
        let partition = try #require(try SharedCaches.contents(again).partition(homeAccountID: "u.t"))
        #expect(try partition.accounts.map { try $0.contents.open().unknown } == [["token_type": "Bearer"]])
    }

    @Test("An unknown section hides no user, with any keys")
    func sameKeyAsUser() throws {
        let later = #""u.t-contoso.test-t":{"home_account_id":"u.t","a":1}"#
        let bytes = Array(#"{"Account":{"u.t-contoso.test-t":{\#(account)}},"Later":{\#(later)}}"#.utf8)
        let partition = try #require(try SharedCaches.contents(bytes).partition(homeAccountID: "u.t"))
        #expect(partition.accounts.count == 1 && partition.unknown.map(\.kind.rawValue) == ["Later"])
        #expect(try SharedCaches.writtenAgain(bytes) == bytes)
    }

    @Test("Unknown entries stay separate, even if two sections or two keys result in one name")
    func sameNames() throws {
        let entry = { (letter: String) in #"{"home_account_id":"u.t","letter":"\#(letter)"}"# }
        let bytes = Array(
            #"{"Later":{"u.t-x":\#(entry("a")),"x":\#(entry("b"))},"Never":{"u.t-x":\#(entry("c"))}}"#.utf8)
        let partition = try #require(try SharedCaches.contents(bytes).partition(homeAccountID: "u.t"))
        #expect(Set(partition.unknown.map(\.key)).count == 3)
        #expect(try SharedCaches.writtenAgain(bytes) == bytes)
        for entity in partition.entities {
            let left = try entries(SharedCaches.edit(bytes) { try $0.delete(entity.key) })
            #expect(left.count == 2, "\(entity.key.name)")
        }
        let wiped = try SharedCaches.edit(bytes) { try CredentialRules.wipe(homeAccountID: "u.t", in: $0) }
        #expect(try SharedCaches.contents(wiped).partition(homeAccountID: "u.t") == nil)
    }

    @Test("Unknown entries keep the user's spelling, even if the entry that it came from is removed")
    func spellingOfUser() throws {
        let user = { (home: String) in #"{"home_account_id":"\#(home)","environment":"contoso.test","realm":"t"}"# }
        let later = #""Later":{"x":{"home_account_id":"u.t","a":1}}"#
        let bytes = Array(#"{"Account":{"one":\#(user("u.t")),"two":\#(user("U.t"))},\#(later)}"#.utf8)
        let once = try SharedCaches.writtenAgain(bytes)
        #expect(try entries(once).count == 2)
        #expect(try SharedCaches.writtenAgain(once) == once)
        #expect(String(decoding: once, as: UTF8.self).contains(later))
    }

    @Test("Two clients of a family under one key: the valid token is kept", arguments: [false, true])
    func familyUnderOneKey(isFirstInForce: Bool) throws {
        let entry = { (client: String, time: Int) in
            #""k":{"home_account_id":"u.t","environment":"contoso.test","client_id":"\#(client)","#
                + #""secret":"rt-\#(client)","family_id":"1","last_modification_time":"\#(time)"}"#
        }
        let list = [entry("one", isFirstInForce ? 9 : 1), entry("two", 5)].joined(separator: ",")
        let bytes = Array(#"{"RefreshToken":{\#(list)}}"#.utf8)
        let secrets = { (bytes: [UInt8]) in
            try SharedCaches.contents(bytes).partition(homeAccountID: "u.t")?.refreshTokens
                .filter { $0.familyID == "1" }.map { try $0.secret.reveal() }
        }
        let inForce = [isFirstInForce ? "rt-one" : "rt-two"]
        #expect(try secrets(bytes) == inForce)
        #expect(try secrets(SharedCaches.writtenAgain(bytes)) == inForce)
    }
}
