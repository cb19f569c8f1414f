import KeyfobBackport
import KeyfobClient
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("Account queries")
struct AccountQueryTests {
    @Test(
        "A query matches by identifier, name and tenant profile, in any letter case, and every set field has to match"
    )
    func members() async throws {
        let world = try await World()
        let (app, ada) = try await world.signedIn(user: Contoso.ada)
        _ = try await world.signedIn("b", user: Contoso.grace)
        let profile = try #require(ada.account.tenantProfiles.first)
        func names(_ query: AccountQuery) throws -> [String?] { try app.accounts(query).map(\.username) }
        #expect(try names(AccountQuery()).count == 2)
        #expect(try names(AccountQuery(identifier: ada.account.identifier.uppercased())) == [Contoso.ada])
        #expect(try names(AccountQuery(username: "ADA@contoso.test")) == [Contoso.ada])
        #expect(try names(AccountQuery(tenantProfileIdentifier: profile.identifier.uppercased())) == [Contoso.ada])
        #expect(try names(AccountQuery(identifier: ada.account.identifier, username: Contoso.grace)).isEmpty)
        #expect(try names(AccountQuery(identifier: "")).isEmpty)
        #expect(try names(AccountQuery(tenantProfileIdentifier: "nobody")).isEmpty)
    }

    @Test("Accounts that only another client has signed in are listed on request; removed ones never are")
    func onlySignedIn() async throws {
        let world = try await World()
        let (app, ada) = try await world.signedIn(user: Contoso.ada)
        let other = try world.app(browser: world.browser(Contoso.grace), clientID: Contoso.fabrikam)
        _ = try await other.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try app.accounts(AccountQuery()).map(\.username) == [Contoso.ada])
        #expect(try app.accounts(AccountQuery(onlySignedIn: false)).map(\.username) == [Contoso.ada, Contoso.grace])
        try await app.removeAccount(ada.account)
        #expect(try app.accounts(AccountQuery(onlySignedIn: false)).map(\.username) == [Contoso.grace])
    }

    @Test("The current account comes with the one before it, once, across restarts; several are ambiguous, none is nil")
    func currentAccount() async throws {
        let world = try await World()
        let app = try world.app(browser: world.browser(Contoso.ada))
        #expect(try await app.currentAccount() == CurrentAccount(current: nil, previous: nil))
        let ada = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        #expect(try await app.currentAccount() == CurrentAccount(current: ada, previous: nil))
        #expect(try await app.currentAccount().hasChanged == false)
        try await app.removeAccount(ada)
        let later = try world.app(browser: world.browser(Contoso.grace))
        let grace = try await later.acquireToken(InteractiveParameters(scopes: Contoso.read)).account
        let changed = try await later.currentAccount()
        #expect(changed.current?.username == Contoso.grace)
        #expect(changed.current?.claims?["preferred_username"] == .string(Contoso.grace))
        #expect(changed.previous?.identifier == ada.identifier && changed.previous?.username == Contoso.ada)
        #expect(try await later.currentAccount().previous == nil)
        _ = try await world.app(browser: world.browser(Contoso.ada)).acquireToken(
            InteractiveParameters(scopes: Contoso.read))
        let error = await failure { () async throws(AuthError) in try await later.currentAccount() }
        #expect(error?.code == .ambiguousAccount)
        try await later.removeAccount(ada)
        try await later.removeAccount(grace)
        #expect(try await later.currentAccount().previous?.username == Contoso.grace)
        #expect(try await later.currentAccount() == CurrentAccount(current: nil, previous: nil))
    }
}

@Suite("External account providers")
struct ExternalAccountTests {
    private struct Unreachable: Error {}

    /// A company's directory.
    private final class Directory: ExternalAccountProvider {
        let listed: [Account]
        let isBroken: Bool
        let heard = Mutex<[String]>([])

        init(_ listed: [Account], isBroken: Bool = false) {
            self.listed = listed
            self.isBroken = isBroken
        }

        func accounts(_ query: AccountQuery) throws -> [Account] {
            if isBroken { throw Unreachable() }
            return listed
        }

        func didSignIn(_ account: Account, idTokenClaims: [String: JSONValue]) throws {
            if isBroken { throw Unreachable() }
            heard.withLock { $0.append("in \(idTokenClaims["preferred_username"]?.stringValue ?? "")") }
        }

        func didRemove(_ account: Account, isWiped: Bool) throws {
            if isBroken { throw Unreachable() }
            heard.withLock { $0.append("\(isWiped ? "wiped" : "out") \(account.username ?? "")") }
        }
    }

    private func app(_ world: World, _ providers: [any ExternalAccountProvider]) throws -> PublicClientApplication {
        let plain = try world.app(browser: world.browser())
        var environment = ClientEnvironment(
            transport: world.wire, clock: world.clock, store: world.store, refreshLock: world.lock,
            userAgent: world.browser(), pause: ImmediatePause(), log: { [log = world.log] in log.add($0) })
        environment.externalAccounts = providers
        return PublicClientApplication(configuration: plain.configuration, environment: environment)
    }

    @Test("add their accounts, without duplicates and removed ones, and are notified of sign-ins and removals")
    func merged() async throws {
        let world = try await World()
        let known = try await world.signedIn().result.account
        let shouted = Account(identifier: known.identifier.uppercased(), username: "other name", environment: "x")
        let kiosk = Account(identifier: "kiosk.1", username: "kiosk@contoso.test", environment: Contoso.host)
        let directory = Directory([shouted, kiosk])
        let app = try app(world, [directory, Directory([kiosk])])
        #expect(try app.accounts().map(\.username) == [Contoso.ada, "kiosk@contoso.test"])
        #expect(try app.accounts(AccountQuery(username: "KIOSK@contoso.test")).map(\.identifier) == ["kiosk.1"])
        #expect(try app.account(username: "kiosk@contoso.test")?.identifier == "kiosk.1")
        _ = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        try await app.removeAccount(known)
        try await app.wipeAccount(known)
        #expect(
            directory.heard.withLock { $0 } == ["in \(Contoso.ada)", "out \(Contoso.ada)", "wiped \(Contoso.ada)"])
        let again = try self.app(world, [Directory([known])])
        _ = try await again.acquireToken(InteractiveParameters(scopes: Contoso.read))
        try await again.removeAccount(known)
        #expect(try again.accounts().isEmpty)
    }

    @Test("that fail are logged and ignored: listing, signing in and removing continue")
    func broken() async throws {
        let world = try await World()
        let app = try app(world, [Directory([], isBroken: true)])
        let first = try await app.acquireToken(InteractiveParameters(scopes: Contoso.read))
        #expect(try app.accounts().count == 1)
        try await app.removeAccount(first.account)
        #expect(try app.accounts().isEmpty)
        #expect(world.log.texts.count { $0.contains("external account provider failed") } >= 4)
    }
}
