import ADAL
import Foundation
import KeyfobCache
import KeyfobCore
import Testing

@Suite("ADAL's items and keys in archives")
struct ArchivingTests {
    private static let vectors = URL(filePath: #filePath).appending(path: "../../../Vectors/adal").standardized

    /// Reads the archive of one object, written as any class.
    private func unarchived<T: NSObject & NSCoding>(_ type: T.Type, _ bytes: some Sequence<UInt8>) throws -> T? {
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: Data(bytes))
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        unarchiver.setClass(ADTokenCacheItem.self, forClassName: "ADTokenCacheStoreItem")
        unarchiver.setClass(ADUserInformation.self, forClassName: "ADUserInformation")
        return unarchiver.decodeObject(of: type, forKey: NSKeyedArchiveRootObjectKey)
    }

    private func archived(_ object: any NSCoding) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    @Test("An item survives archiving whole, and the reader of ADAL's caches reads its archive")
    func items() async throws {
        let (_, result) = try await World().signedIn()
        let item = try #require(result.tokenCacheItem)
        item.sessionKey = Data([1, 2, 3])
        item.familyId = "1"
        let archive = try archived(item)
        let plain = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: ADTokenCacheItem.self, from: archive))
        let copy = try #require(item.copy() as? ADTokenCacheItem)
        for other in [plain, copy] {
            #expect(other.authority == item.authority && other.resource == item.resource)
            #expect(other.clientId == item.clientId && other.familyId == "1")
            #expect(other.accessToken == item.accessToken && other.accessToken?.isEmpty == false)
            #expect(other.refreshToken == item.refreshToken && other.refreshToken?.isEmpty == false)
            #expect(other.accessTokenType == item.accessTokenType && other.sessionKey == Data([1, 2, 3]))
            #expect(other.expiresOn == item.expiresOn && other.expiresOn != nil)
            #expect(other.userInformation?.rawIdToken == item.userInformation?.rawIdToken)
            #expect(other.userInformation?.homeAccountId == item.userInformation?.homeAccountId)
            #expect(other.userInformation?.userId == Contoso.ada && !other.isEmptyUser())
            #expect(other.extractKey(nil) == item.extractKey(nil))
        }
        let read = try ADALCacheItem(archive: Array(archive))
        #expect(read.refreshToken?.reveal() == item.refreshToken && read.userID == Contoso.ada)
        #expect(read.authority == item.authority && read.expiresOn == item.expiresOn)
        #expect(read.userInformation?.rawIDToken.reveal() == item.userInformation?.rawIdToken)
        // Written for ADAL again, it has ADAL's class name.
        #expect(try unarchived(ADTokenCacheItem.self, read.archive)?.refreshToken == item.refreshToken)
    }

    @Test("An item that ADAL 2.7 archived is read, and additionalServer survives another archiving")
    func adals() throws {
        let bytes = try Data(contentsOf: Self.vectors.appending(path: "item-2.7.bplist"))
        let item = try #require(try unarchived(ADTokenCacheItem.self, bytes))
        #expect(item.authority == "https://login.windows.net/common" && item.refreshToken == "fake-mrrt")
        #expect(item.familyId == "1" && item.resource == nil && item.isMultiResourceRefreshToken())
        #expect(item.userInformation?.userId == "fake.user@contoso.example")
        let old = try ADALCacheItem(archive: Array(bytes))
        let new = try ADALCacheItem(archive: Array(archived(item)))
        #expect(new.additionalServer["extended_expires_on"] == old.additionalServer["extended_expires_on"])
        #expect(new.additionalServer["extended_expires_on"]?.dateValue != nil)
        #expect(new.additionalServer["spe_info"] == .string("I"))
        #expect(new.cachedAt == old.cachedAt && new.homeAccountID == old.homeAccountID && new.key == old.key)
    }

    @Test("A key survives archiving; without an authority or a client there is no item and no key")
    func keys() throws {
        let item = ADTokenCacheItem()
        item.authority = "https://login.microsoftonline.com/Common/"
        item.clientId = "App"
        for resource in [nil, "https://graph.microsoft.com"] {
            item.resource = resource
            let key = try #require(item.extractKey(nil))
            let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: ADTokenCacheKey.self, from: archived(key))
            #expect(copy == key && copy?.resource == resource)
        }
        #expect(try unarchived(ADTokenCacheItem.self, archived(ADTokenCacheItem())) == nil)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(ADTokenCacheKey(coder: unarchiver) == nil && ADTokenCacheItem(coder: unarchiver) == nil)
    }

    @Test("Setting an item's user changes its key: it has no user before, and one afterwards")
    func user() async throws {
        let (_, result) = try await World().signedIn()
        let item = ADTokenCacheItem()
        #expect(item.isEmptyUser())
        item.userInformation = result.tokenCacheItem?.userInformation
        #expect(!item.isEmptyUser())
        item.userInformation = nil
        #expect(item.isEmptyUser())
    }
}
