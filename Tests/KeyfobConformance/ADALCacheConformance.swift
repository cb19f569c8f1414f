import Foundation
package import KeyfobCache
import KeyfobCore

/// The requirements of every ``KeyfobCache/ADALCache``.
///
/// The subject is a factory that opens one and the same cache each time: handles stand for processes. Each check gets
/// the factory of an empty cache.
package enum ADALCacheConformance {
    /// Opens the cache.
    package typealias Opening = @Sendable () throws -> any ADALCache

    /// All checks.
    package static let checks: [ConformanceCheck<Opening>] = [
        ConformanceCheck("an empty cache contains nothing, and removing from it is no failure") { open in
            let cache = try open()
            try require(try cache.items(ADALCacheQuery()).isEmpty, "no items")
            try cache.remove([sample()], by: "app", at: Date(unixSeconds: 0))
        },
        ConformanceCheck("every member is read back, by another process too") { open in
            let written = sample()
            try open().put([written], sparing: false)
            let found = try open().items(ADALCacheQuery())
            try require(found == [written], "the item as it was written")
        },
        ConformanceCheck("a query selects by client and by user, in any letter case") { open in
            let cache = try open()
            try cache.put([sample(), sample(client: "foci-1"), sample(user: "grace@contoso.test")], sparing: false)
            try require(try cache.items(ADALCacheQuery()).count == 3, "three items")
            try require(try cache.items(ADALCacheQuery(clientIDs: ["FOCI-1"])).count == 1, "one of the family")
            try require(try cache.items(ADALCacheQuery(userID: " Ada@contoso.test")).count == 2, "two of the user")
            let both = ADALCacheQuery(clientIDs: ["client"], userID: "grace@contoso.test")
            try require(try cache.items(both).map(\.userID) == ["grace@contoso.test"], "one of both")
            try require(try cache.items(ADALCacheQuery(clientIDs: [])).isEmpty, "none of no client")
        },
        ConformanceCheck("an item of the same key is replaced, unless it is to be kept") { open in
            let cache = try open()
            try cache.put([sample(token: "first")], sparing: true)
            try cache.put([sample(token: "second")], sparing: true)
            try require(try cache.items(ADALCacheQuery()).map(\.refreshToken) == [Secret("first")], "the first")
            try cache.put([sample(token: "third")], sparing: false)
            try require(try cache.items(ADALCacheQuery()).map(\.refreshToken) == [Secret("third")], "the third")
        },
        ConformanceCheck("one without a refresh token is not kept") { open in
            let cache = try open()
            var empty = sample()
            empty.refreshToken = nil
            empty.accessToken = Secret("access")
            try cache.put([empty], sparing: false)
            try cache.put([sample()], sparing: true)
            try require(try cache.items(ADALCacheQuery()) == [sample()], "the item with the token")
        },
        ConformanceCheck("a deleted item is no item, and is replaced") { open in
            let cache = try open()
            try cache.put([sample(token: "<tombstone>")], sparing: false)
            try require(try cache.items(ADALCacheQuery()).isEmpty, "no items")
            try cache.put([sample()], sparing: true)
            try require(try cache.items(ADALCacheQuery()).count == 1, "one item")
        },
        ConformanceCheck("an item that was replaced meanwhile is not removed") { open in
            let cache = try open()
            try cache.put([sample(token: "old")], sparing: false)
            try open().put([sample(token: "new")], sparing: false)
            try cache.remove([sample(token: "old")], by: "app", at: Date(unixSeconds: 0))
            try require(try cache.items(ADALCacheQuery()).map(\.refreshToken) == [Secret("new")], "the new one")
            try cache.remove([sample(token: "new")], by: "app", at: Date(unixSeconds: 0))
            try require(try open().items(ADALCacheQuery()).isEmpty, "no items")
        },
        ConformanceCheck("a user without a name has items too (ADFS)") { open in
            let cache = try open()
            var item = ADALCacheItem(authority: "https://adfs.contoso.test/adfs", clientID: "client", resource: "r")
            item.accessToken = Secret("access")
            item.refreshToken = Secret("refresh")
            try cache.put([item], sparing: false)
            try require(try open().items(ADALCacheQuery(userID: "")) == [item], "the item")
        },
    ]

    private static func sample(
        client: String = "client", user: String = "ada@contoso.test", token: String = "refresh"
    ) -> ADALCacheItem {
        let claims: JSONValue = ["upn": .string(user), "oid": "oid", "tid": "tid"]
        let idToken = "e30.\(Base64URL.encode(claims.bytes()))."
        var item = ADALCacheItem(
            authority: "https://login.windows.net/common", clientID: client,
            userInformation: ADALCacheUserInformation(rawIDToken: Secret(idToken)))
        item.refreshToken = Secret(token)
        item.familyID = "1"
        item.homeAccountID = "uid.utid"
        item.cachedAt = Date(unixSeconds: 1_500_000_000)
        item.additionalServer["extended_expires_on"] = .date(Date(unixSeconds: 1_500_003_600))
        return item
    }
}
