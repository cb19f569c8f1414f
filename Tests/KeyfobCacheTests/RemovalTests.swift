import KeyfobCache
import KeyfobCore
import Testing

@Suite("Removing an account")
struct RemovalTests {
    @Test("removing an account in one app hides it from that app and leaves the other signed in")
    func narrow() async throws {
        let store = try await Samples.store(
            Samples.response("a", app: Samples.appA), Samples.response("b", app: Samples.appB))
        try await store.signOut(app: Samples.appA)
        #expect(try store.names(app: Samples.appA).isEmpty)
        #expect(try store.token(Samples.query(app: Samples.appA)) == nil)
        #expect(try store.refreshToken(app: Samples.appA) == nil)
        #expect(
            try CredentialRules.account(
                homeAccountID: Samples.home, clientID: Samples.client, app: Samples.appA, in: store) == nil)
        #expect(try store.names(app: Samples.appB) == [Samples.home])
        #expect(try store.token(Samples.query(app: Samples.appB))?.secret == Secret("b"))
        #expect(try store.refreshToken(app: Samples.appB) == "refresh of b")
    }

    @Test("the last app's removal deletes the client's credentials, and no other client's")
    func last() async throws {
        let store = try await Samples.store(
            Samples.response("a", app: Samples.appA), Samples.response("b", app: Samples.appB),
            Samples.response("other", client: "client-2"))
        try await store.signOut(app: Samples.appA)
        try await store.signOut(app: Samples.appB)
        let partition = try #require(try store.partition(homeAccountID: Samples.home))
        #expect(partition.accessTokens.map(\.clientID) == ["client-2"])
        #expect(partition.refreshTokens.map(\.clientID) == ["client-2"])
        #expect(partition.idTokens.map(\.clientID) == ["client-2"])
        #expect(try store.names(client: "client-2", app: Samples.appA) == [Samples.home])
    }

    @Test("a family's token survives the removal in the last app of the client that got it")
    func family() async throws {
        let store = try await Samples.store(Samples.response("t", family: "1"))
        try await store.signOut(app: Samples.appA)
        #expect(try store.refreshToken(app: Samples.appA) == nil)
        #expect(try store.names(app: Samples.appA).isEmpty)
        #expect(try store.refreshToken(client: "client-2") == "refresh of t")
        #expect(try store.names(client: "client-2", app: Samples.appB) == [Samples.home])
    }

    @Test("a new token response restores the account in the app that removed it")
    func back() async throws {
        let store = try await Samples.store(Samples.response("a"))
        try await store.signOut(app: Samples.appA)
        try await store.save(Samples.response("again"))
        #expect(try store.names(app: Samples.appA) == [Samples.home])
        #expect(try store.token(Samples.query())?.secret == Secret("again"))
    }

    @Test("redirect URIs that differ by letter case are different apps")
    func letterCase() async throws {
        let store = try await Samples.store(
            Samples.response("a", app: "http://localhost/App"), Samples.response("b", app: "http://localhost/app"))
        try await store.signOut(app: "http://localhost/App")
        #expect(try store.names(app: "http://localhost/App").isEmpty)
        #expect(try store.names(app: "http://localhost/app") == [Samples.home])
    }

    @Test("wiping deletes all data of the account for all apps, and nothing of another account")
    func wipe() async throws {
        let store = try await Samples.store(
            Samples.response("a"), Samples.response("b", client: "client-2", family: "1"),
            Samples.response("else") { $0.homeAccountID = "uid-2.tenant-1" })
        try await store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: Samples.home, in: transaction)
        }
        #expect(try store.partition(homeAccountID: Samples.home) == nil)
        #expect(try store.homeAccountIDs() == ["uid-2.tenant-1"])
    }

    @Test("removing an unknown account does nothing")
    func unknown() async throws {
        let store = InMemoryCredentialStore()
        try await store.signOut(app: Samples.appA)
        try await store.write { transaction throws(AuthError) in
            try CredentialRules.wipe(homeAccountID: "", in: transaction)
        }
        #expect(try store.homeAccountIDs().isEmpty)
        #expect(try store.partition(homeAccountID: Samples.home) == nil)
    }
}
