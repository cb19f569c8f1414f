import KeyfobCache
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobTesting
import Testing

@testable import KeyfobClient

@Suite("External ID and other OpenID providers")
struct OtherProvidersTests {
    @Test("External ID signs in by its subdomain alone; its issuer on another host is accepted")
    func external() async throws {
        let world = try await World()
        for text in [
            "https://\(Place.club)", "https://\(Place.club)/\(SeedData.externalID)",
            "https://\(SeedData.externalID).ciamlogin.test:8443/\(SeedData.externalID)",
        ] {
            let authority = try Authority.ciam(text, requiresStandardHost: false)
            let app = try world.app(
                browser: world.browser("sofia@club.test"), clientID: SeedData.clubClientID, authority: authority,
                store: InMemoryCredentialStore())
            let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            #expect(result.account.username == "sofia@club.test")
            #expect(result.account.identifier == "22222222-0000-4000-8000-000000000008.\(SeedData.externalID)")
            let issuer = "https://\(SeedData.externalID).ciamlogin.test:8443/\(SeedData.externalID)/v2.0"
            #expect(result.account.claims?["iss"]?.stringValue == issuer)
            let silent = SilentParameters(scopes: Contoso.read, account: result.account)
            #expect(try await app.acquireTokenSilent(silent).source == .cache)
            #expect(try await world.renewed(app, result.account).authority.kind == .ciam)
        }
    }

    @Test("An OpenID provider is identified by its issuer; its subjects are accounts, at home there")
    func openID() async throws {
        let world = try await World()
        let authority = try Authority.openID(issuer: "https://\(Place.adatum)")
        let app = try world.app(
            browser: world.browser("marie@adatum.test"), clientID: SeedData.adatumClientID, authority: authority)
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let account = try #require(try app.account(for: result.account.identifier))
        #expect(account.username == "marie@adatum.test" && account.environment == Place.adatum)
        #expect(account.claims?["oid"] == nil && account.claims?["tid"] == nil)
        #expect(account.claims?["iss"]?.stringValue == "https://\(Place.adatum)")
        let silent = SilentParameters(scopes: Contoso.read, account: account)
        #expect(try await app.acquireTokenSilent(silent).source == .cache)
        let renewed = try await world.renewed(app, account)
        #expect(renewed.source == .refresh && renewed.account.identifier == account.identifier)
        #expect(renewed.authority == authority)
        // The store has the kind of the account.
        let partition = try #require(try world.store.partition(homeAccountID: account.identifier))
        #expect(partition.accounts.map(\.authorityType) == ["Generic"])
    }

    @Test("AD FS signs in; its subjects are accounts, and an account's identifier is its subject, as in MSAL")
    func federation() async throws {
        let world = try await World()
        let authority = try Authority("https://\(Place.proseware)/adfs")
        let app = try world.app(
            browser: world.browser("lise@proseware.test"), clientID: SeedData.prosewareClientID, authority: authority)
        let result = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        let account = try #require(try app.account(for: result.account.identifier))
        let subject = try #require(account.claims?["sub"]?.stringValue)
        #expect(account.identifier == subject.lowercased() && account.username == "lise@proseware.test")
        #expect(account.claims?["iss"]?.stringValue == "https://\(Place.proseware)/adfs")
        let silent = SilentParameters(scopes: Contoso.read, account: account)
        #expect(try await app.acquireTokenSilent(silent).source == .cache)
        #expect(try await world.renewed(app, account).account.identifier == account.identifier)
        let partition = try #require(try world.store.partition(homeAccountID: account.identifier))
        #expect(partition.accounts.map(\.authorityType) == ["ADFS"] && partition.accounts.map(\.realm) == ["adfs"])
        #expect(world.refreshHosts == [Place.proseware])
    }

    @Test("Two users with one subject at two issuers are two accounts, even where only the letter case differs")
    func subjects() {
        let one = AccountIdentifier.openID(subject: "ada", issuer: "https://a.test")
        #expect(one != AccountIdentifier.openID(subject: "ada", issuer: "https://b.test"))
        #expect(one != AccountIdentifier.openID(subject: "Ada", issuer: "https://a.test"))
        #expect(one == AccountIdentifier.openID(subject: "ada", issuer: "https://a.test"))
        #expect(one == one.lowercased())
    }

    @Test("R42-part: personal, work, B2C and guest accounts sign in, and each is served silently from one store")
    func fourKinds() async throws {
        let world = try await World()
        let rows: [(String, String, Authority)] = try [
            ("katherine@outlook.com", SeedData.everyoneClientID, Contoso.authority("consumers")),
            (Contoso.ada, Contoso.suite, Contoso.authority("organizations")),
            ("emmy@shop.test", SeedData.shopClientID, Place.policy("b2c_1_signin")),
            (Contoso.ada, Contoso.suite, Contoso.authority("fabrikam.test")),
        ]
        for (user, clientID, authority) in rows {
            let app = try world.app(browser: world.browser(user), clientID: clientID, authority: authority)
            let account = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
            let silent = SilentParameters(scopes: Contoso.read, account: account)
            #expect(try await app.acquireTokenSilent(silent).source == .cache)
            let renewed = try await world.renewed(app, account)
            let claims = try await world.validatedClaims(renewed.accessToken, at: authority)
            #expect(claims["scp"]?.stringValue?.contains("Files.Read") == true)
        }
        #expect(try await world.passwords() == 4)
    }

    @Test(
        "R79-part: a forged id token of any kind of provider is refused",
        arguments: [
            ForgedIDTokens.Forgery.signature, .issuer, .audience, .nonce, .unsigned,
        ])
    func forged(_ forgery: ForgedIDTokens.Forgery) async throws {
        let world = try await World()
        let rows: [(String, String, Authority)] = try [
            ("katherine@outlook.com", SeedData.everyoneClientID, Contoso.authority("consumers")),
            ("emmy@shop.test", SeedData.shopClientID, Place.policy("b2c_1_signin")),
            ("sofia@club.test", SeedData.clubClientID, .ciam("https://\(Place.club)", requiresStandardHost: false)),
            ("marie@adatum.test", SeedData.adatumClientID, .openID(issuer: "https://\(Place.adatum)")),
            ("lise@proseware.test", SeedData.prosewareClientID, .adfs("https://\(Place.proseware)/adfs")),
        ]
        for (user, clientID, authority) in rows {
            let app = try world.app(
                browser: world.browser(user), clientID: clientID, authority: authority,
                transport: ForgedIDTokens(world.provider, forgery: forgery))
            let error = await failure { () async throws(AuthError) in
                try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
            }
            #expect(error?.code == .invalidResponse, "\(user)")
            #expect(try app.accounts().isEmpty)
        }
    }

    @Test("R159: an identifier is object id and tenant where they exist, else the subject: each kind of account")
    func identifiers() async throws {
        let world = try await World()
        func account(_ user: String, _ clientID: String, _ authority: Authority) async throws -> Account {
            let app = try world.app(
                browser: world.browser(user), clientID: clientID, authority: authority,
                store: InMemoryCredentialStore())
            return try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        }
        func ids(_ account: Account) throws -> String {
            let claims = try #require(account.tenantProfiles.first?.claims)
            return "\(claims["oid"]?.stringValue ?? "").\(claims["tid"]?.stringValue ?? "")"
        }
        let work = try await account(Contoso.ada, Contoso.suite, Contoso.authority())
        #expect(try work.identifier == ids(work))
        let personal = try await account(
            "mary@live.com", SeedData.everyoneClientID, Contoso.authority("consumers"))
        #expect(try personal.identifier == ids(personal))
        let external = try await account(
            "sofia@club.test", SeedData.clubClientID, .ciam("https://\(Place.club)", requiresStandardHost: false))
        #expect(try external.identifier == ids(external))
        // A guest's is the one in the home tenant.
        let guest = try await account(Contoso.ada, Contoso.suite, Contoso.authority("fabrikam.test"))
        #expect(guest.identifier == work.identifier)
        #expect(try guest.identifier != ids(guest))
        // At B2C the policy is part of it.
        let customer = try await account("emmy@shop.test", SeedData.shopClientID, Place.policy("b2c_1_signin"))
        let subject = try #require(customer.tenantProfiles.first?.claims?["sub"]?.stringValue)
        #expect(customer.identifier == "\(subject)-b2c_1_signin.\(SeedData.b2cID)")
        // Other providers have only the subject; a farm's is used alone, an issuer's is made distinct.
        let federated = try await account(
            "lise@proseware.test", SeedData.prosewareClientID, .adfs("https://\(Place.proseware)/adfs"))
        #expect(federated.identifier == federated.claims?["sub"]?.stringValue?.lowercased())
        let other = try await account(
            "marie@adatum.test", SeedData.adatumClientID, .openID(issuer: "https://\(Place.adatum)"))
        let sub = try #require(other.tenantProfiles.first?.claims?["sub"]?.stringValue).lowercased()
        #expect(other.identifier.hasPrefix("\(sub)-"))
        #expect(!other.identifier.contains("22222222"))
    }
}
