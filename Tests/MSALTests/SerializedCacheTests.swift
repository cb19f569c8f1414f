import Foundation
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import MSAL
import Testing

@Suite("ADAL's cache, with its bytes stored by the app", .ownProcess)
struct SerializedCacheTests {
    @Test("Its account is found by ADAL's userId, gets a token without a prompt, and has an identifier from then on")
    func movesUp() async throws {
        let world = try await World()
        let (_, first) = try await world.signedIn()
        let partition = try #require(try world.store.partition(homeAccountID: first.account.identifier ?? ""))
        let token = try #require(try partition.refreshTokens.first?.secret)
        // The old app left only ADAL's bytes and the userId.
        let fresh = InMemoryCredentialStore()
        let keeper = Keeper()
        let provider = try MSALSerializedADALCacheProvider(delegate: keeper)
        keeper.bytes.withLock { $0 = Keeper.archive(refreshToken: token) }
        let config = try world.config()
        config.cacheConfig.serializedADALCache = provider
        let app = try MSALPublicClientApplication(
            configuration: config, environment: world.environment(store: fresh))
        let prompts = try await world.count("password_prompt")
        let account = try app.account(forUsername: Contoso.ada)
        #expect(account.identifier == nil)
        #expect(try app.allAccounts().map(\.username) == [Contoso.ada])
        let result = try await app.acquireTokenSilent(
            with: MSALSilentTokenParameters(scopes: Contoso.read, account: account))
        #expect(result.account.identifier == first.account.identifier)
        #expect(try await world.count("password_prompt") == prompts)
        let identifier = try #require(result.account.identifier)
        #expect(try app.account(forIdentifier: identifier) == result.account)
        #expect(keeper.events.withLock { $0.first } == "will access")
        let events = keeper.events.withLock { $0 }
        #expect(events.count { $0 == "will access" } == events.count { $0 == "did access" })
        // After the removal it is not in ADAL's bytes either.
        try app.remove(result.account)
        let left = try ADALCacheArchive(parsing: keeper.bytes.withLock { [UInt8]($0) })
        #expect(left.items.isEmpty)
        #expect(try app.allAccounts().isEmpty)
    }

    @Test("Serialized bytes are read again, an empty cache is empty, and bytes that are not a cache are refused")
    func bytes() throws {
        let provider = try MSALSerializedADALCacheProvider(delegate: Keeper())
        let empty = try provider.serializeData()
        try provider.deserialize(Data())
        #expect(try provider.serializeData() == empty)
        let archive = Keeper.archive(refreshToken: Secret("rt"))
        try provider.deserialize(archive)
        #expect(try ADALCacheArchive(parsing: [UInt8](provider.serializeData())).items.count == 1)
        let error = refusal { try provider.deserialize(Data("nonsense".utf8)) }
        #expect(error?.internalCode == .internalErrorInvalidParameter)
        #expect(try ADALCacheArchive(parsing: [UInt8](provider.serializeData())).items.count == 1)
    }
}

/// Stores the bytes, as a file would.
private final class Keeper: NSObject, MSALSerializedADALCacheProviderDelegate {
    let bytes = Mutex(Data())
    let events = Mutex<[String]>([])

    func willAccessCache(_ cache: MSALSerializedADALCacheProvider) {
        events.withLock { $0.append("will access") }
        try? cache.deserialize(bytes.withLock { $0 })
    }
    func didAccessCache(_ cache: MSALSerializedADALCacheProvider) { events.withLock { $0.append("did access") } }
    func willWriteCache(_ cache: MSALSerializedADALCacheProvider) { try? cache.deserialize(bytes.withLock { $0 }) }
    func didWriteCache(_ cache: MSALSerializedADALCacheProvider) {
        guard let data = try? cache.serializeData() else { return }
        bytes.withLock { $0 = data }
    }

    /// The cache of an ADAL before 2.7: a refresh token for Ada, without a home account id.
    static func archive(refreshToken: Secret<String>) -> Data {
        var archive = ADALCacheArchive()
        var item = ADALCacheItem(
            authority: "https://\(Contoso.host)/\(Contoso.tenantID)", clientID: Contoso.suite, userID: Contoso.ada)
        item.refreshToken = refreshToken
        archive.put(item)
        return Data(archive.bytes)
    }
}
