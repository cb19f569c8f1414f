import KeyfobCache
import KeyfobCore
import Testing

@Suite("Looking up a refresh token")
struct RefreshTokenTests {
    @Test("a client gets its own token")
    func own() async throws {
        let store = try await Samples.store(Samples.response("1"), Samples.response("2", client: "client-2"))
        #expect(try store.refreshToken() == "refresh of 1")
        #expect(try store.refreshToken(client: "CLIENT-2") == "refresh of 2")
        #expect(try store.refreshToken(client: "client-3") == nil)
    }

    @Test("a family's token is returned to its members and to unknown clients, after their own tokens")
    func family() async throws {
        let store = try await Samples.store(Samples.response("family", client: "member", family: "1"))
        #expect(try store.refreshToken(client: "member") == "refresh of family")
        #expect(try store.refreshToken(client: "newcomer") == "refresh of family")
        try await store.save(Samples.response("own", client: "newcomer"))
        #expect(try store.refreshToken(client: "newcomer") == "refresh of own")
    }

    @Test("a client that is known to have no family gets no family token")
    func noFamily() async throws {
        let store = try await Samples.store(
            Samples.response("family", client: "member", family: "1"), Samples.response("own", client: "loner"))
        try await store.write { transaction throws(AuthError) in
            try CredentialRules.dropRefreshToken(
                matching: Secret("refresh of own"), homeAccountID: Samples.home, in: transaction)
        }
        #expect(try store.refreshToken(client: "loner") == nil)
        #expect(try store.refreshToken(client: "member") == "refresh of family")
    }

    @Test("removing a rejected token keeps one that replaced it meanwhile")
    func dropping() async throws {
        let store = try await Samples.store(Samples.response("old"), Samples.response("new"))
        for (secret, left) in [("refresh of old", "refresh of new" as String?), ("refresh of new", nil)] {
            try await store.write { transaction throws(AuthError) in
                try CredentialRules.dropRefreshToken(
                    matching: Secret(secret), homeAccountID: Samples.home, in: transaction)
            }
            #expect(try store.refreshToken() == left)
        }
        #expect(try store.token(Samples.query())?.secret == Secret("new"))
    }
}
