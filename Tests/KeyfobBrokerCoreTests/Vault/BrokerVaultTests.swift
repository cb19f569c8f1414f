import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

@Suite struct BrokerVaultTests {
    @Test func `the broker's state survives its end, and none of it is stored in clear text`()
        async throws
    {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let reply = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let again = try await BrokeredApp.a.ask(fixture.broker(), .refresh) {
            $0.user.homeAccountID = reply.tokens?.homeAccountID
        }
        #expect(again.tokens != nil)
        let bytes = String(decoding: try #require(fixture.storage.contents), as: UTF8.self)
        for secret in ["ada", "contoso", "ESTS", "PRIVATE KEY", reply.tokens?.refreshToken?.reveal() ?? "none"] {
            #expect(!bytes.contains(secret))
        }
    }

    @Test func `a damaged vault is reported and left unchanged`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let whole = try #require(fixture.storage.contents)
        let header = try #require(whole.firstIndex(of: UInt8(ascii: "\n")))
        for place in [0, header - 3, header, header + 1, whole.count / 2, whole.count - 1] {
            var damaged = whole
            damaged[place] ^= 1
            let storage = InMemoryVaultStorage(damaged)
            let error = #expect(throws: AuthError.self) { try BrokerVault(storage: storage, keys: fixture.keys) }
            #expect(error?.code == .storeUnavailable || error?.code == .storeLocked)
            #expect(storage.contents == damaged)
        }
        for length in [0, 1, header, header + 5, whole.count - 1] {
            #expect(throws: AuthError.self) {
                try BrokerVault(storage: InMemoryVaultStorage(Array(whole[..<length])), keys: fixture.keys)
            }
        }
    }

    @Test func `another key opens nothing`() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        _ = try fixture.broker()
        #expect(throws: AuthError.self) { try BrokerVault(storage: fixture.storage, keys: MemoryKeys()) }
    }
}
