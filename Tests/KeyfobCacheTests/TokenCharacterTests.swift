import Foundation
import KeyfobCache
import KeyfobCore
import Testing

/// The same rule as for a server's tokens: RFC 6749 appendix A. Other programs write these caches.
@Suite("Stored tokens with characters that none has are not used")
struct TokenCharacterTests {
    private static let hostile = ["a\r\nb", "a\nb", "\u{0}", "\u{1B}[2J", "a\u{9B}b", "ü", "a\u{2028}b", "a\u{202E}b"]
    private static let members: [String: JSONValue] = [
        "home_account_id": "u.t", "environment": "contoso.test", "client_id": "c", "realm": "t", "target": "s",
        "cached_at": "1", "expires_on": "9999999999",
    ]
    private static let kinds = [("AccessToken", 0), ("RefreshToken", 1), ("IdToken", 2)]

    private static func entry(_ kind: String, _ secret: String, type: String? = nil) -> [String: JSONValue] {
        var entry = members
        entry["credential_type"] = .string(kind)
        entry["secret"] = .string(secret)
        entry["token_type"] = type.map { .string($0) }
        return entry
    }

    private static func counts(_ partition: AccountPartition?) -> [Int] {
        [partition?.accessTokens.count ?? 0, partition?.refreshTokens.count ?? 0, partition?.idTokens.count ?? 0]
    }

    @Test("in the cache of the MSAL family they are entries of another program: kept, and never returned")
    func sharedCache() throws {
        for (kind, index) in Self.kinds {
            func bytes(_ secret: String, type: String? = nil) -> [UInt8] {
                let entry = JSONValue.object(Self.entry(kind, secret, type: type))
                return JSONValue.object([kind: ["k": entry]]).bytes()
            }
            let good = try SharedCaches.contents(bytes("a b~"), authority: nil).partition(homeAccountID: "u.t")
            #expect(Self.counts(good)[index] == 1)
            for value in Self.hostile {
                let contents = try SharedCaches.contents(bytes(value), authority: nil)
                let partition = try #require(contents.partition(homeAccountID: "u.t"))
                #expect(Self.counts(partition) == [0, 0, 0] && partition.unknown.count == 1, "\(kind) \(value)")
                #expect(try SharedCaches.writtenAgain(bytes(value)) == bytes(value))
            }
        }
        for value in Self.hostile + ["Bearer x", "\""] {
            let entry = JSONValue.object(Self.entry("AccessToken", "at", type: value))
            let bytes = JSONValue.object(["AccessToken": ["k": entry]]).bytes()
            let partition = try SharedCaches.contents(bytes, authority: nil).partition(homeAccountID: "u.t")
            #expect(Self.counts(partition) == [0, 0, 0])
        }
    }

    @Test("in a keychain they are items of another program: kept, and never returned")
    func keychain() throws {
        for (kind, type) in [
            ("AccessToken", KeychainItemType.accessToken), ("RefreshToken", .refreshToken), ("IdToken", .idToken),
        ] {
            func content(_ secret: String) -> KeychainContent {
                let json = JSONValue.object(Self.entry(kind, secret))
                return KeychainMapping.content(
                    of: KeychainItem(account: "a", service: "s", type: type.rawValue, value: Secret(json.bytes())))
            }
            guard case .entity(let known) = content("a b~") else {
                Issue.record("\(kind) is not read")
                continue
            }
            #expect(known.kind.rawValue == kind)
            if case .unknown = known { Issue.record("\(kind) is not known") }
            for value in Self.hostile {
                guard case .entity(.unknown) = content(value) else {
                    Issue.record("\(kind) \(value)")
                    continue
                }
            }
        }
    }

    @Test("an item of ADAL with one is damaged")
    func adal() throws {
        func item(access: String? = nil, refresh: String? = nil, type: String? = nil, user: String? = nil) -> [UInt8] {
            var item = ADALCacheItem(
                authority: "https://contoso.test/t", clientID: "c", resource: "r",
                userInformation: user.map { ADALCacheUserInformation(rawIDToken: Secret($0)) })
            item.accessToken = access.map { Secret($0) }
            item.refreshToken = refresh.map { Secret($0) }
            item.accessTokenType = type
            return item.archive
        }
        let good = try ADALCacheItem(archive: item(access: "a b~", refresh: "r", type: "Bearer", user: "h.e.s"))
        #expect(good.accessToken == Secret("a b~") && good.refreshToken == Secret("r"))
        for value in Self.hostile {
            for bytes in [item(access: value), item(refresh: value), item(type: value), item(user: value)] {
                #expect(throws: PropertyListError.self, "\(value)") { try ADALCacheItem(archive: bytes) }
            }
        }
    }

    @Test("whichever store an entity comes from, reading its token fails with what to do")
    func anyStore() async throws {
        for value in Self.hostile {
            let store = try await Samples.store(
                Samples.response("good") { input in
                    input.accessToken = Secret(value)
                    input.refreshToken = Secret(value)
                    input.idToken = Secret(value)
                })
            let partition = try #require(try store.partition(homeAccountID: Samples.home))
            let reads: [() throws -> Secret<String>?] = [
                { try partition.accessTokens.first?.secret }, { try partition.refreshTokens.first?.secret },
                { try partition.idTokens.first?.secret },
            ]
            for read in reads {
                let error = #expect(throws: AuthError.self) { _ = try read() }
                #expect(error?.code == .storeUnavailable && error?.remedy?.contains("Sign in again") == true)
            }
        }
    }
}
