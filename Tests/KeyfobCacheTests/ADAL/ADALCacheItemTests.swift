import Foundation
import KeyfobCache
import KeyfobCore
import Testing

/// A replacement for ADAL's class, as an app's unarchiver maps it.
private final class StoreItem: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let texts: [String: String]
    let expiresOn: Date?
    let user: UserInformation?
    let additionalServer: NSDictionary?

    init?(coder: NSCoder) {
        var texts: [String: String] = [:]
        for name in ["authority", "clientId", "refreshToken", "accessTokenType", "familyId", "homeAccountId"] {
            texts[name] = coder.decodeObject(of: NSString.self, forKey: name) as String?
        }
        self.texts = texts
        expiresOn = coder.decodeObject(of: NSDate.self, forKey: "expiresOn") as Date?
        user = coder.decodeObject(of: UserInformation.self, forKey: "userInformation")
        additionalServer =
            coder.decodeObject(of: [NSDictionary.self, NSString.self, NSDate.self], forKey: "additionalServer")
            as? NSDictionary
    }

    func encode(with coder: NSCoder) {}
}

private final class UserInformation: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let rawIdToken: String?
    let isDisplayable: Bool

    init?(coder: NSCoder) {
        rawIdToken = coder.decodeObject(of: NSString.self, forKey: "rawIdToken") as String?
        isDisplayable = coder.decodeBool(forKey: "userIdDisplayable")
    }

    func encode(with coder: NSCoder) {}
}

@Suite("ADAL's items")
struct ADALCacheItemTests {
    @Test("R129-part: items of ADAL 2.6 and 2.7 are read, member by member")
    func fixtures() throws {
        let old = try ADALCacheItem(archive: Archives.bytes("item-2.6.bplist"))
        #expect(old.kind == .multiResource)
        #expect(old.authority == "https://login.windows.net/common")
        #expect(old.clientID == Archives.client)
        #expect(old.refreshToken == Secret("fake-mrrt"))
        #expect(old.resource == nil && old.homeAccountID == nil && old.familyID == nil)
        #expect(old.userInformation?.userID == "Fake.User@contoso.example")
        #expect(old.userInformation?.isUserIDDisplayable == true)
        #expect(old.userID == "fake.user@contoso.example")
        #expect(old.userInformation?.claims["name"] == "Zoë Fake")
        let new = try ADALCacheItem(archive: Archives.bytes("item-2.7.bplist"))
        #expect(new.homeAccountID == "fake-oid.\(Archives.tenant)")
        #expect(new.familyID == "1")
        #expect(new.cachedAt == Date(unixSeconds: 1_559_392_200))
        #expect(new.additionalServer["extended_expires_on"] == .date(Date(unixSeconds: 1_559_392_200)))
        #expect(new.additionalServer["spe_info"] == .string("I"))
        let primary = try ADALCacheItem(archive: Archives.bytes("prt.bplist"))
        #expect(primary.kind == .primary)
    }

    @Test("an item keeps all members in a round trip, including unknown ones")
    func roundTrip() throws {
        for name in ["item-2.6.bplist", "item-2.7.bplist", "prt.bplist"] {
            let item = try ADALCacheItem(archive: Archives.bytes(name))
            #expect(try ADALCacheItem(archive: item.archive) == item)
        }
        let seen = try Archives.seenByPython(ADALCacheItem(archive: Archives.bytes("item-2.7.bplist")).archive)
        #expect(seen["futureMember"] == "kept")
        let primary = try Archives.seenByPython(ADALCacheItem(archive: Archives.bytes("prt.bplist")).archive)
        #expect(primary[""] == "ADBrokerPRTCacheItem")
        #expect(primary["sessionKey"]?.stringValue == "66616b652073657373696f6e206b6579")
        #expect(primary["deviceID"] == "fake-device")
    }

    @Test("Python's plistlib finds ADAL's classes and members")
    func python() throws {
        let seen = try Archives.seenByPython(ADALCacheItem(archive: Archives.bytes("item-2.7.bplist")).archive)
        #expect(seen[""] == "ADTokenCacheStoreItem")
        #expect(seen["refreshToken"] == "fake-mrrt")
        #expect(seen["resource"] == .null)
        #expect(seen["additionalClient"]?[""] == "NSMutableDictionary")
        #expect(seen["additionalServer"]?[""] == "NSMutableDictionary")
        let user = seen["userInformation"]
        #expect(user?[""] == "ADUserInformation")
        #expect(user?["userId"] == "Fake.User@contoso.example")
        #expect(user?["userIdDisplayable"] == true)
        #expect(user?["allClaims"]?[""] == "NSDictionary")
    }

    @Test("Foundation's unarchiver, with ADAL's class names mapped, reads our items")
    func foundation() throws {
        var item = try ADALCacheItem(archive: Archives.bytes("item-2.7.bplist"))
        item.expiresOn = Date(unixSeconds: 1_559_392_200)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(item.archive))
        unarchiver.setClass(StoreItem.self, forClassName: "ADTokenCacheStoreItem")
        unarchiver.setClass(UserInformation.self, forClassName: "ADUserInformation")
        let read = try #require(
            unarchiver.decodeObject(of: StoreItem.self, forKey: NSKeyedArchiveRootObjectKey))
        #expect(
            read.texts == [
                "authority": "https://login.windows.net/common", "clientId": Archives.client,
                "refreshToken": "fake-mrrt", "accessTokenType": "Bearer", "familyId": "1",
                "homeAccountId": "fake-oid.\(Archives.tenant)",
            ])
        #expect(read.expiresOn == item.expiresOn)
        #expect(read.additionalServer?["spe_info"] as? String == "I")
        #expect(read.user?.rawIdToken == item.userInformation?.rawIDToken.reveal())
        #expect(read.user?.isDisplayable == true)
    }

    @Test("an item's tokens, resource and client determine its kind")
    func kinds() {
        func kind(_ client: String = "c", resource: String? = nil, access: Bool = false, refresh: String? = nil)
            -> ADALCacheItem.Kind
        {
            var item = ADALCacheItem(authority: "https://h/t", clientID: client, resource: resource)
            item.accessToken = access ? Secret("a") : nil
            item.refreshToken = refresh.map(Secret.init)
            return item.kind
        }
        #expect(kind(resource: "r", access: true) == .accessToken)
        #expect(kind(resource: "r", access: true, refresh: "x") == .singleResource)
        #expect(kind(refresh: "x") == .multiResource)
        #expect(kind(resource: " ", refresh: "x") == .multiResource)
        #expect(kind("foci-1", refresh: "x") == .family("1"))
        #expect(kind("00000000-0000-0000-0000-000000000000", refresh: "x") == .primary)
        #expect(kind(refresh: "<tombstone>") == .nothing)
        #expect(kind() == .nothing)
    }

    @Test("the user's name is the first claim that is present for the version of the token")
    func userIDs() {
        func userID(_ claims: JSONValue) -> String? {
            let token = "e30.\(Base64URL.encode(claims.bytes())).sig"
            return ADALCacheUserInformation(rawIDToken: Secret(token)).userID
        }
        #expect(userID(["email": "e@x", "sub": "s", "upn": "u@x"]) == "u@x")
        #expect(userID(["upn": " ", "unique_name": "n", "sub": "s"]) == "s")
        #expect(userID(["altsecid": "1:x:2", "unique_name": "n"]) == "n")
        #expect(userID(["ver": "2.0", "preferred_username": "p@x", "upn": "u@x", "sub": "s"]) == "p@x")
        #expect(userID(["ver": "2.0", "upn": "u@x", "sub": "s"]) == "s")
        #expect(ADALCacheUserInformation(rawIDToken: Secret("no token")).userID == nil)
    }

    @Test("no text form of an item shows a token")
    func redacted() throws {
        let item = try ADALCacheItem(archive: Archives.bytes("prt.bplist"))
        var dumped = ""
        dump(item, to: &dumped)
        let all = "\(item) \(String(reflecting: item)) \(dumped)"
        #expect(!all.contains("fake-prt") && !all.contains("eyJ0eXAi") && !all.contains("102, 97, 107, 101"))
    }
}
