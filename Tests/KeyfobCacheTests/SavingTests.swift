import KeyfobCache
import KeyfobCore
import Testing

@Suite("Saving a token response")
struct SavingTests {
    @Test("tokens with intersecting scopes are replaced, others stay")
    func intersecting() async throws {
        let store = try await Samples.store(
            Samples.response("files", scopes: ["Files.Read", "Files.ReadWrite"]),
            Samples.response("mail", scopes: ["Mail.Read"]),
            Samples.response("wider", scopes: ["files.read", "User.Read"]))
        let secrets = try store.partition(homeAccountID: Samples.home)?.accessTokens.map { try $0.secret.reveal() }
        #expect(Set(secrets ?? []) == ["mail", "wider"])
    }

    @Test("tokens of another client, tenant, type or claims request are not replaced")
    func separate() async throws {
        let store = try await Samples.store(
            Samples.response("one"), Samples.response("client", client: "client-2"),
            Samples.response("tenant", realm: "tenant-2"), Samples.response("pop") { $0.tokenType = "pop" },
            Samples.response("claims") { $0.requestedClaims = "{}" })
        #expect(try store.partition(homeAccountID: Samples.home)?.accessTokens.count == 5)
        #expect(try store.token(Samples.query())?.secret == Secret("one"))
    }

    @Test("credentials are stored under the cloud's preferred name")
    func preferredName() async throws {
        let store = try await Samples.store(Samples.response("t"))
        let partition = try #require(try store.partition(homeAccountID: Samples.home))
        #expect(partition.accessTokens.map(\.environment) == ["login.windows.net"])
        #expect(partition.accounts.map(\.environment) == ["login.windows.net"])
    }

    @Test("a rotated refresh token replaces the previous one")
    func rotation() async throws {
        let store = try await Samples.store(Samples.response("1"), Samples.response("2"))
        #expect(try store.refreshToken() == "refresh of 2")
        #expect(try store.partition(homeAccountID: Samples.home)?.refreshTokens.count == 1)
    }

    @Test("a response without a refresh token keeps the existing one")
    func noRefreshToken() async throws {
        let store = try await Samples.store(Samples.response("1"), Samples.response("2") { $0.refreshToken = nil })
        #expect(try store.refreshToken() == "refresh of 1")
    }

    @Test("unknown members and unknown kinds are kept")
    func unknown() async throws {
        let store = try await Samples.store(Samples.response("t"))
        let future = UnknownEntity(
            kind: CredentialKind(rawValue: "Future"),
            key: CredentialKey(homeAccountID: Samples.home, name: "future"),
            contents: CredentialContents(secret: nil, unknown: ["a": 1]))
        try await store.write { transaction throws(AuthError) in
            try transaction.put(.unknown(future))
            guard let old = try transaction.partition(homeAccountID: Samples.home)?.accounts.first else { return }
            try transaction.put(
                .account(
                    AccountEntity(
                        homeAccountID: old.homeAccountID, environment: old.environment, realm: old.realm,
                        localAccountID: old.localAccountID, username: old.username,
                        contents: CredentialContents(secret: nil, unknown: ["wam": ["x": nil]]))))
        }
        try await store.save(Samples.response("u") { $0.username = "countess@contoso.test" })
        let partition = try #require(try store.partition(homeAccountID: Samples.home))
        #expect(partition.accounts.first?.username == "countess@contoso.test")
        #expect(try partition.accounts.first?.contents.open().unknown == ["wam": ["x": nil]])
        #expect(try partition.unknown.first?.contents.open().unknown == ["a": 1])
    }

    @Test("what a response states of the user is stored in the account item, and stays until another one differs")
    func userMembers() async throws {
        let store = try await Samples.store(
            Samples.response("1") { $0.userMembers = ["name": "Ada", "client_info": "e30"] })
        func members() throws -> [String: JSONValue]? {
            try store.partition(homeAccountID: Samples.home)?.accounts.first?.contents.open().unknown
        }
        #expect(try members() == ["name": "Ada", "client_info": "e30"])
        try await store.save(Samples.response("2"))
        #expect(try members() == ["name": "Ada", "client_info": "e30"])
        try await store.save(Samples.response("3") { $0.userMembers = ["name": "Ada Lovelace"] })
        #expect(try members() == ["name": "Ada Lovelace", "client_info": "e30"])
    }

    @Test("an account contains its tenants, home first")
    func tenants() async throws {
        let store = try await Samples.store(Samples.response("guest", realm: "tenant-2"))
        let account = try await store.save(Samples.response("home"))
        #expect(account.identifier == Samples.home)
        #expect(account.tenantProfiles.map(\.tenantID) == ["tenant-1", "tenant-2"])
        #expect(account.tenantProfiles.map(\.isHomeTenant) == [true, false])
        #expect(account.tenantProfiles.map(\.identifier) == ["uid-in-tenant-1", "uid-in-tenant-2"])
    }

    @Test("the account is read once, and the result equals a new read", arguments: [nil, "1"])
    func readsOnce(family: String?) async throws {
        let store = try await Samples.store(
            Samples.response("old", family: family), Samples.response("guest", realm: "tenant-2"))
        let (account, reads) = try await store.write { transaction throws(AuthError) in
            let counting = CountingTransaction(transaction)
            let account = try CredentialRules.save(Samples.response("new", family: family), in: counting)
            return (account, counting.reads)
        }
        #expect(reads[Samples.home] == 1)
        #expect(reads["", default: 0] <= 1)
        let fresh = try #require(try store.partition(homeAccountID: Samples.home)?.account(clientID: Samples.client))
        #expect(account == fresh)
    }

    @Test("an entity prints no token, not even with dump")
    func redaction() async throws {
        let store = try await Samples.store(Samples.response("visible-secret"))
        let partition = try #require(try store.partition(homeAccountID: Samples.home))
        var text = ""
        dump(partition, to: &text)
        dump(try #require(try store.token(Samples.query())), to: &text)
        #expect(!text.contains("visible-secret"))
    }
}

/// A transaction that counts how often each partition is read.
private final class CountingTransaction: CredentialTransaction {
    private let transaction: any CredentialTransaction
    private(set) var reads: [String: Int] = [:]

    init(_ transaction: any CredentialTransaction) { self.transaction = transaction }

    func partition(homeAccountID: String) throws(AuthError) -> AccountPartition? {
        reads[homeAccountID, default: 0] += 1
        return try transaction.partition(homeAccountID: homeAccountID)
    }

    func homeAccountIDs() throws(AuthError) -> [String] { try transaction.homeAccountIDs() }

    func forEachAccount(_ body: (AccountSummary) -> Void) throws(AuthError) { try transaction.forEachAccount(body) }

    func put(_ entity: CredentialEntity) throws(AuthError) { try transaction.put(entity) }

    func delete(_ key: CredentialKey) throws(AuthError) { try transaction.delete(key) }
}
