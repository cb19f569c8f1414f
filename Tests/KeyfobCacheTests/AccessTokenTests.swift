import KeyfobCache
import KeyfobCore
import Testing

@Suite("Looking up an access token")
struct AccessTokenTests {
    @Test("a token matches its own scopes and every subset of them, in any spelling")
    func subsets() async throws {
        let store = try await Samples.store(Samples.response("t", scopes: ["Files.Read", "Files.ReadWrite"]))
        for scopes: ScopeSet in [["Files.Read", "Files.ReadWrite"], ["files.readwrite"], []] {
            #expect(try store.token(Samples.query(scopes))?.secret == Secret("t"))
        }
        #expect(try store.token(Samples.query(["Mail.Read"])) == nil)
        #expect(try store.token(Samples.query(["Files.Read", "Mail.Read"])) == nil)
    }

    @Test("`email`, which servers grant without naming it, is compared only if no other scope is requested")
    func email() async throws {
        let store = try await Samples.store(Samples.response("t", scopes: ["Files.Read"]))
        #expect(try store.token(Samples.query(["Files.Read", "Email"]))?.secret == Secret("t"))
        #expect(try store.token(Samples.query(["email"])) == nil)
        #expect(try store.token(Samples.query(["Mail.Read", "email"])) == nil)
        try await store.save(Samples.response("named", scopes: ["email"]))
        #expect(try store.token(Samples.query(["email"]))?.secret == Secret("named"))
    }

    @Test("a token is found under every alias of its environment, and under no other host")
    func aliases() async throws {
        let store = try await Samples.store(Samples.response("t"))
        for host in ["login.microsoftonline.com", "login.windows.net", "sts.windows.net"] {
            #expect(try store.token(Samples.query(environment: host))?.secret == Secret("t"))
        }
        #expect(try store.token(Samples.query(environment: "login.microsoftonline.us")) == nil)
    }

    @Test("tokens of another client, another tenant or a claims request do not match")
    func others() async throws {
        let store = try await Samples.store(
            Samples.response("claims") { $0.requestedClaims = #"{"access_token":{}}"# })
        #expect(try store.token(Samples.query()) == nil)
        try await store.save(Samples.response("plain"))
        #expect(try store.token(Samples.query())?.secret == Secret("plain"))
        #expect(try store.token(Samples.query(client: "client-2")) == nil)
        #expect(try store.token(Samples.query(realm: "tenant-2")) == nil)
        #expect(try store.token(Samples.query(realm: "TENANT-1"))?.secret == Secret("plain"))
    }

    @Test(
        "a token is valid until the buffer before its expiry",
        arguments: [
            (Int64(0), CachedAccessToken.Validity.valid), (3_300, .valid), (3_301, .expired), (3_600, .expired),
            (-1, .expired),
        ])
    func expiry(elapsed: Int64, expected: CachedAccessToken.Validity) async throws {
        let store = try await Samples.store(Samples.response("t"))
        let token = try store.token(Samples.query(now: Samples.now + elapsed))
        #expect(token?.validity == expected)
    }

    @Test("a clock at the maximum time expires a token and does not trap")
    func endOfTime() async throws {
        let store = try await Samples.store(Samples.response("t"))
        #expect(try store.token(Samples.query(now: .max))?.validity == .expired)
        #expect(try store.token(Samples.query(now: .min))?.validity == .expired)
    }

    @Test("a token past refresh_on is due for refresh, and still valid")
    func refreshDue() async throws {
        let store = try await Samples.store(Samples.response("t") { $0.refreshOn = Samples.now + 1_800 })
        #expect(try store.token(Samples.query(now: Samples.now + 1_799))?.validity == .valid)
        #expect(try store.token(Samples.query(now: Samples.now + 1_800))?.validity == .refreshDue)
        #expect(try store.token(Samples.query(now: Samples.now + 3_500))?.validity == .expired)
    }

    @Test("an expired token may be used in an outage until its extended expiry")
    func outage() async throws {
        let store = try await Samples.store(Samples.response("t") { $0.extendedExpiresOn = Samples.now + 7_200 })
        let token = try #require(try store.token(Samples.query(now: Samples.now + 4_000)))
        #expect(token.validity == .expired)
        #expect(token.mayServeOutage(now: Samples.now + 7_199))
        #expect(!token.mayServeOutage(now: Samples.now + 7_200))
    }

    @Test("a hit returns the ID token, and the account with this client's claims")
    func account() async throws {
        let store = try await Samples.store(Samples.response("t"), Samples.response("u", client: "client-2"))
        let one = try #require(try store.token(Samples.query()))
        let two = try #require(try store.token(Samples.query(client: "client-2")))
        #expect(one.account.username == "ada@contoso.test")
        #expect(one.account.claims?["sub"] == "subject-client-1")
        #expect(two.account.claims?["sub"] == "subject-client-2")
        #expect(one.idToken == Secret(Samples.idToken(subject: "subject-client-1")))
        #expect(one.isAppSignedIn)
    }

    @Test("another app of the client gets the token, and is not yet recorded")
    func anotherApp() async throws {
        let store = try await Samples.store(Samples.response("t"))
        let token = try #require(try store.token(Samples.query(app: Samples.appB)))
        #expect(!token.isAppSignedIn)
        try await store.write { transaction throws(AuthError) in
            try CredentialRules.markSignedIn(
                homeAccountID: Samples.home, clientID: Samples.client, app: Samples.appB, in: transaction)
        }
        #expect(try store.token(Samples.query(app: Samples.appB))?.isAppSignedIn == true)
    }
}
