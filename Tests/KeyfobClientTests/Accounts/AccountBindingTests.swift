import KeyfobBackport
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The signed claims bind a response to an account wherever it comes from: the token endpoint, a cache that other
/// programs write too, ADAL's cache. A broker's are in ``SubstitutedAccountTests``.
@Suite("Attacks: the account of a response") struct AccountBindingTests {
    private static func info(_ account: Account) -> JSONValue {
        .string(ForgedMembers.info(account.identifier).rawValue)
    }

    @Test(arguments: [true, false])
    func `a token endpoint's client_info of another user is refused at a sign-in, and nothing is stored`(
        isBound: Bool
    ) async throws {
        let world = try await World()
        let ada = try await world.signedIn().result.account
        let store = InMemoryCredentialStore()
        let forged = EditedTokens(base: world.wire) { $0["client_info"] = Self.info(ada) }
        let app = try world.app("b", browser: world.browser(Contoso.grace), store: store, transport: forged)
        let error = await failure { () async throws(AuthError) in
            try await app.acquireToken(InteractiveParameters(scopes: Contoso.read, account: isBound ? ada : nil))
        }
        #expect(error?.code == .invalidResponse && error?.message.contains("client_info") == true)
        #expect(try store.homeAccountIDs().isEmpty)
    }

    @Test(arguments: ForgedMembers.Value.allCases)
    func `a refresh that returns another user's tokens is refused`(info: ForgedMembers.Value) async throws {
        let world = try await World()
        let ada = try await world.signedIn().result.account
        let grace = try await world.signedIn("b", user: Contoso.grace).result
        let forged = EditedTokens(base: world.wire) { members in
            members["id_token"] = grace.idToken.map { .string($0.reveal()) }
            members["access_token"] = .string(grace.accessToken.reveal())
            switch info {
            case .genuine: members["client_info"] = Self.info(grace.account)
            case .forged: members["client_info"] = Self.info(ada)
            case .missing: members["client_info"] = nil
            }
        }
        let app = try world.app("c", transport: forged)
        let error = await failure { () async throws(AuthError) in
            try await app.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: ada, forceRefresh: true))
        }
        #expect(error?.code == (info == .forged ? .invalidResponse : .accountMismatch))
        let partition = try #require(try world.store.partition(homeAccountID: ada.identifier))
        #expect(try !partition.accessTokens.contains { try $0.secret == grace.accessToken })
    }

    @Test func `a stored token beside another user's id token is not returned`() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let ada = first.account
        let grace = try await world.signedIn("b", user: Contoso.grace).result
        let parameters = SilentParameters(scopes: Contoso.read, account: ada)
        #expect(try await app.acquireTokenSilent(parameters).source == .cache)
        try await world.store.write { transaction throws(AuthError) in
            var input = SaveInput(
                homeAccountID: ada.identifier, environment: Contoso.host, realm: Contoso.tenantID,
                clientID: Contoso.suite, app: "another program", localAccountID: "", username: Contoso.ada,
                cachedAt: world.clock.unixSeconds + 1, expiresOn: world.clock.unixSeconds + 3600)
            input.accessToken = grace.accessToken
            input.tokenType = "Bearer"
            input.scopes = Contoso.read
            input.idToken = grace.idToken
            try CredentialRules.save(input, in: transaction)
        }
        world.clock.advance(seconds: 2)
        let result = try await world.app("c").acquireTokenSilent(parameters)
        #expect(result.source == .refresh && result.accessToken != grace.accessToken)
        #expect(result.account.identifier == ada.identifier)
    }

    @Test func `a claim decides before any text beside it`() {
        let home = "aaaaaaaa-1111-4111-8111-111111111111"
        let tenant = Contoso.tenantID
        let other = "55555555-5555-4555-8555-555555555555"
        let atHome: [String: JSONValue] = ["oid": .string(home), "tid": .string(tenant)]
        let guest: [String: JSONValue] = ["oid": "guest", "tid": .string(other)]
        func relation(_ user: String, _ tenant: String, _ claims: [String: JSONValue]) -> HomeAccountRule.Relation {
            HomeAccountRule.relation(user: user, tenant: tenant, to: claims)
        }
        #expect(relation(home.uppercased(), tenant, atHome) == .same)
        #expect(relation("other", tenant, atHome) == .other)
        #expect(relation(home, other, atHome) == .unproven)
        #expect(relation(home, tenant, ["tid": .string(tenant)]) == .unproven)
        #expect(relation(home, tenant, guest) == .unproven)
        #expect(relation(home, tenant, [:]) == .unproven)
        for (provider, expected) in [
            ("https://sts.windows.net/\(tenant)/", HomeAccountRule.Relation.unproven), ("live.com", .other),
            ("https://sts.windows.net/\(other)/", .other), ("https://partner.example/adfs", .unproven),
        ] {
            let claims = guest.merging(["idp": .string(provider)]) { $1 }
            #expect(relation(home, tenant, claims) == expected, "\(provider)")
        }
        let named = guest.merging(["home_oid": .string(home), "home_tid": .string(tenant)]) { $1 }
        #expect(relation(home, tenant, named) == .same)
        #expect(relation("other", tenant, named) == .other)
        #expect(relation("guest", other, named) == .other)
        let customer: [String: JSONValue] = [
            "oid": .string(home), "iss": .string("https://contoso.b2clogin.com/\(tenant)/v2.0/"), "tfp": "B2C_1_Sign",
        ]
        #expect(relation("\(home)-b2c_1_sign", tenant, customer) == .same)
        #expect(relation("\(home)-b2c_1_edit", tenant, customer) == .other)
        #expect(relation("\(other)-b2c_1_sign", tenant, customer) == .other)
        #expect(relation("\(home)-b2c_1_sign", other, customer) == .unproven)
    }
}
