import Foundation
import KeyfobCache
import KeyfobCore
import Testing

@Suite("The keychain keys of ADAL's items")
struct ADALCacheKeyTests {
    private func key(_ client: String = Archives.client, resource: String? = nil) -> ADALCacheKey {
        ADALCacheKey(
            authority: " https://login.windows.net/common/ ", resource: resource, clientID: client,
            userID: "Fake.User@contoso.example ")
    }

    @Test("a refresh token for several resources, a family's, and the user on both platforms")
    func vectors() {
        let prefix =
            "MSOpenTech.ADAL.1|aHR0cHM6Ly9sb2dpbi53aW5kb3dzLm5ldC9jb21tb24|CC3513A0-0E69-4B4D-97FC-DFB6C91EE132|"
        #expect(
            key().keychainService() == prefix + "MTExMTIyMjItMzMzMy00NDQ0LTU1NTUtNjY2Njc3Nzc4ODg4")
        #expect(key(ADALCacheKey.familyClientID("1")).keychainService() == prefix + "Zm9jaS0x")
        #expect(key().keychainAccount(.iOS) == "ZmFrZS51c2VyQGNvbnRvc28uZXhhbXBsZQ")
        #expect(key().keychainAccount(.macOS) == "fake.user@contoso.example")
    }

    @Test("a resource in any letter case, Intune's prefix and a broker's key")
    func parts() {
        let expected = "|aHR0cHM6Ly9sb2dpbi53aW5kb3dzLm5ldC9jb21tb24|aHR0cHM6Ly9ncmFwaC53aW5kb3dzLm5ldA|Zm9jaS0x"
        let graph = key("FOCI-1", resource: " HTTPS://Graph.windows.net ")
        #expect(graph.keychainService() == "MSOpenTech.ADAL.1" + expected)
        #expect(graph.keychainService(intuneID: "app") == "MSOpenTech.ADAL.1-YXBw" + expected)
        #expect(graph.keychainService(intuneID: "") == "MSOpenTech.ADAL.1" + expected)
        #expect(graph.keychainService(appKey: "key") == "MSOpenTech.ADAL.1" + expected + "|key")
    }

    @Test("a user without a name has an empty account")
    func nameless() {
        let key = ADALCacheKey(authority: "a", resource: nil, clientID: "c", userID: "")
        #expect(key.keychainAccount(.iOS).isEmpty)
        #expect(key.keychainAccount(.macOS).isEmpty)
    }

    @Test("the wipe marker's archive is a dictionary of the app and the time")
    func wipeMarker() throws {
        let marker = ADALWipeMarker(bundleID: "com.contoso.app", wipeTime: Date(unixSeconds: 1_559_392_200))
        #expect(ADALWipeMarker(archive: marker.archive) == marker)
        #expect(ADALWipeMarker(archive: [1, 2, 3]) == nil)
        let seen = try Archives.seenByPython(marker.archive)
        #expect(seen[""] == "NSDictionary")
        #expect(seen["pairs"]?.arrayValue?.first == ["bundleId", "com.contoso.app"])
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(marker.archive))
        let read = unarchiver.decodeObject(
            of: [NSDictionary.self, NSString.self, NSDate.self], forKey: NSKeyedArchiveRootObjectKey)
        #expect(((read as? NSDictionary)?["wipeTime"] as? Date) == marker.wipeTime)
    }
}
