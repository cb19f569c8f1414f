import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobJOSE
import KeyfobTesting
import Testing

@Suite("The list of accounts")
struct AccountListTests {
    @Test("R20: the list contains the accounts that signed in")
    func equalsSignIns() async throws {
        let world = try await World()
        let reader = try world.app("c")
        #expect(try reader.accounts().isEmpty)
        let ada = try await world.signedIn("a", user: Contoso.ada).result.account
        #expect(try reader.accounts().map(\.identifier) == [ada.identifier])
        let grace = try await world.signedIn("b", user: Contoso.grace).result.account
        _ = try await world.signedIn("b", user: Contoso.grace)
        #expect(try reader.accounts().map(\.username) == [Contoso.ada, Contoso.grace])
        #expect(Set(try reader.accounts().map(\.identifier)) == [ada.identifier, grace.identifier])
    }

    @Test("R103: it is available with the provider down, and requests no token")
    func providerDown() async throws {
        let world = try await World()
        _ = try await world.signedIn()
        world.faults.fail(.unreachable)
        world.wire.clear()
        let app = try world.app("b")
        #expect(try app.accounts().map(\.username) == [Contoso.ada])
        #expect(world.wire.exchanges.isEmpty)
    }

    @Test("R104: a result's account has the id token's claims")
    func claims() async throws {
        let world = try await World()
        let (app, result) = try await world.signedIn()
        let idToken = try IDToken(decodingWithoutValidation: #require(result.idToken).reveal())
        #expect(result.account.claims == idToken.claims)
        #expect(result.account.username == idToken.preferredUsername)
        #expect(result.tenantProfile?.identifier == idToken.objectID)
        #expect(try app.account(for: result.account.identifier)?.claims == idToken.claims)
        let silent = try await app.acquireTokenSilent(
            SilentParameters(scopes: Contoso.read, account: result.account, forceRefresh: true))
        let renewed = try IDToken(decodingWithoutValidation: #require(silent.idToken).reveal())
        #expect(silent.account.claims == renewed.claims)
    }

    @Test("R21: an app with another client id does not see the accounts")
    func otherClient() async throws {
        let world = try await World()
        let (app, first) = try await world.signedIn()
        let other = try world.app(clientID: Contoso.fabrikam)
        #expect(try other.accounts().isEmpty)
        #expect(try other.account(for: first.account.identifier) == nil)
        let parameters = SilentParameters(scopes: Contoso.read, account: first.account)
        let error = await failure { () async throws(AuthError) in try await other.acquireTokenSilent(parameters) }
        #expect(error?.code == .interactionRequired)
        #expect(try await app.acquireTokenSilent(parameters).source == .cache)
    }

    @Test("R107: identifiers of any form work in every call")
    func opaqueIdentifiers() async throws {
        let world = try await World()
        for seed: UInt64 in 1...8 {
            let masked = MaskedIdentifiers(world.provider, seed: seed)
            let store = InMemoryCredentialStore()
            let app = try world.app(browser: world.browser(), store: store, transport: masked)
            let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            #expect(first.account.identifier == masked.info.homeAccountID)
            let saved = first.account.identifier
            let restarted = try world.app(store: store, transport: masked)
            let account = try #require(try restarted.account(for: saved))
            #expect(try restarted.accounts().map(\.identifier) == [saved])
            #expect(account.username == Contoso.ada)
            let cached = try await restarted.acquireTokenSilent(
                SilentParameters(scopes: Contoso.read, account: account))
            #expect(cached.accessToken == first.accessToken)
            let renewed = try await restarted.acquireTokenSilent(
                SilentParameters(
                    scopes: Contoso.read, account: account, authority: Contoso.authority("common"), forceRefresh: true))
            #expect(renewed.account.identifier == saved)
            try await restarted.removeAccount(account)
            #expect(try restarted.account(for: saved) == nil)
        }
    }

    @Test("R152: nil, an unknown or a stale identifier finds nothing; an empty store lists none; a broken one throws")
    func savedIdentifiers() async throws {
        let world = try await World()
        let empty = try world.app("a", store: InMemoryCredentialStore())
        #expect(try empty.accounts().isEmpty)
        #expect(try empty.account(for: nil) == nil)
        let (app, first) = try await world.signedIn()
        let saved = first.account.identifier
        #expect(try app.account(for: saved)?.username == Contoso.ada)
        #expect(try app.account(for: saved.uppercased())?.username == Contoso.ada)
        for unknown in ["", ".", "nobody.\(Contoso.tenantID)", saved + "x", "\u{0}", "ä.ö"] {
            #expect(try app.account(for: unknown) == nil)
        }
        #expect(try app.account(for: nil) == nil)
        try await app.removeAccount(first.account)
        #expect(try app.account(for: saved) == nil)
        let broken = try world.app(store: BrokenStore())
        #expect(await failure { () async throws(AuthError) in try broken.accounts() }?.code == .storeUnavailable)
        #expect(
            await failure { () async throws(AuthError) in try broken.account(for: saved) }?.code == .storeUnavailable)
    }
}
