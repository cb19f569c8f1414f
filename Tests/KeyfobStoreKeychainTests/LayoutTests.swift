import KeyfobCache
import KeyfobCore
import KeyfobStoreKeychain
import KeyfobTesting
import Testing

@Suite("Items of a sign-in in the keychain")
struct LayoutTests {
    @Test("each entity is an item under IdentityCore's names")
    func items() async throws {
        let team = Team()
        try await team.store().save(Samples.response("1", family: "1"))
        let items = try team.items()
        let account = "u.t-login.windows.net"
        let expected: [String: (type: UInt32, generic: String?)] = [
            "\(account) accesstoken-client-1-t-user.read": (2001, "accesstoken-client-1-t"),
            "\(account) refreshtoken-client-1--": (2002, "refreshtoken-client-1-"),
            "\(account) refreshtoken-1--": (2002, "refreshtoken-1-"),
            "\(account) idtoken-client-1-t-": (2003, "idtoken-client-1-t"),
            "\(account) t": (1003, "ada@contoso.test"),
            "login.windows.net appmetadata-client-1": (3001, "1"),
            "authority_map Client-1": (5001, nil),
            "u.t signinstate-client-1-com.contoso.a": (KeychainItemType.keyfob.rawValue, nil),
        ]
        #expect(Set(items.keys) == Set(expected.keys))
        for (name, attributes) in expected {
            #expect(items[name]?.type == attributes.type, "\(name)")
            #expect(items[name]?.generic == attributes.generic.map { Array($0.utf8) }, "\(name)")
            #expect(items[name]?.accessibility == .afterFirstUnlockThisDeviceOnly, "\(name)")
        }
    }

    @Test("the values are the entities' JSON, times as text")
    func values() async throws {
        let team = Team()
        try await team.store().save(Samples.response("1"))
        let item = try #require(try team.items()["u.t-login.windows.net accesstoken-client-1-t-user.read"])
        let expected: JSONValue = [
            "credential_type": "AccessToken", "secret": "access 1", "home_account_id": "u.t",
            "environment": "login.windows.net", "client_id": "Client-1", "realm": "t", "target": "User.Read",
            "cached_at": "1900000000", "expires_on": "1900003600", "extended_expires_on": "1900003600",
        ]
        #expect(try JSONValue(parsing: item.value.reveal()) == expected)
    }

    @Test("a client is signed in from IdentityCore's point of view until its last app is signed out")
    func accountMetadata() async throws {
        let team = Team()
        let (a, b) = (team.store(), team.store("com.contoso.b"))
        func state() throws -> KeychainAccountMetadata.State? {
            let item = try #require(try team.items()["authority_map Client-1"])
            let json = try JSONValue(parsing: item.value.reveal()).objectValue
            return json.flatMap(KeychainAccountMetadata.init(json:))?.state(of: Samples.home)
        }
        try await a.save(Samples.response("1"))
        try await b.save(Samples.response("2", app: Samples.appB))
        #expect(try state() == .signedIn)
        try await a.signOut(app: Samples.appA)
        #expect(try state() == .signedIn)
        #expect(try Samples.lookUp(in: a) == nil)
        #expect(try Samples.lookUp(in: b, app: Samples.appB) != nil)
        try await b.signOut(app: Samples.appB)
        #expect(try state() == .signedOut)
        try await a.save(Samples.response("3"))
        #expect(try state() == .signedIn)
        try await a.wipe()
        #expect(try state() == .signedOut)
    }

    @Test("unchanged items are not written again")
    func unchanged() async throws {
        let team = Team()
        try await team.store().save(Samples.response("1"))
        let faulty = FaultyKeychain(team.app(), after: 0, .failure(.io))
        let store = KeychainCredentialStore(keychain: faulty, accessGroup: team.group)
        try await store.save(Samples.response("1"))
        #expect(!faulty.hasStruck)
    }

    @Test("removing a refresh token leaves the wipe marker, and no other removal does")
    func wipeMarker() async throws {
        let team = Team()
        let clock = MovableClock()
        let marker = KeychainWipeMarker(bundleID: "com.contoso.a") { bundleID, time in
            Array("\(bundleID) at \(time)".utf8)
        }
        let store = team.store(options: KeychainStoreOptions(wipeMarker: marker, clock: clock))
        try await store.save(Samples.response("1"))
        try await store.save(Samples.response("2"))
        #expect(try team.items()["TokenWipe "] == nil)
        for _ in 0..<2 {
            try await store.save(Samples.response("3"))
            try await store.wipe()
            let item = try #require(try team.items()["TokenWipe "])
            #expect(item.generic == Array("Microsoft.ADAL.WipeAll.1".utf8))
            #expect(item.service == nil)
            #expect(item.value == Secret(Array("com.contoso.a at \(clock.unixSeconds)".utf8)))
            clock.advance(seconds: 60)
        }
    }
}
