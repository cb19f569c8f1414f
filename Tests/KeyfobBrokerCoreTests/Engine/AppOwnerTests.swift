import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// The broker's records of an app belong to its team and bundle id together.
@Suite("another team's app under a known bundle id")
struct AppOwnerTests {
    private static let others: [String?] = ["EVIL", "", nil]

    private func reinstalled(_ team: String?) -> CallerIdentity {
        var caller = BrokeredApp.a.caller()
        caller.teamID = team
        return caller
    }

    @Test(
        "It gets nothing of the app before it, however the request names the user",
        arguments: others, RegistrationMoment.allCases)
    func storedTokens(team: String?, moment: RegistrationMoment) async throws {
        let fixture = try await BrokerFixture { $0.registration = moment }
        let login = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let account = try #require(login.tokens?.homeAccountID)
        let own = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(own.tokens?.accessToken == login.tokens?.accessToken)
        fixture.wire.clear()
        let windows = fixture.screen.occasions.count
        let users = [
            BrokerUser(), BrokerUser(homeAccountID: account), BrokerUser(username: Contoso.ada),
            BrokerUser(loginHint: Contoso.ada), BrokerUser(homeAccountID: account, username: Contoso.ada),
        ]
        for user in users {
            for forces in [true, false] {
                let silent = try await BrokeredApp.a.ask(fixture.broker(), .refresh, as: reinstalled(team)) {
                    $0.user = user
                    $0.forcesRefresh = forces
                }
                #expect(silent.tokens == nil && silent.failure?.code == -50002, "\(user)")
                #expect(silent.failure?.username == nil && silent.failure?.homeAccountID == nil, "\(user)")
            }
        }
        #expect(fixture.wire.exchanges.isEmpty && fixture.screen.occasions.count == windows)
    }

    @Test("Over a URL it has another key, and gets nothing silently", arguments: RegistrationMoment.allCases)
    func otherKey(moment: RegistrationMoment) async throws {
        let fixture = try await BrokerFixture { $0.registration = moment }
        let first = try await BrokeredApp.a.ask(fixture.broker(), caller: BrokeredApp.a.caller(.url))
        let account = try #require(first.tokens?.homeAccountID)
        let own = try await BrokeredApp.a.ask(fixture.broker(), caller: BrokeredApp.a.caller(.url)) {
            $0.user = BrokerUser(homeAccountID: account)
            $0.asking.prompt = "none"
        }
        #expect(own.tokens != nil, "\(String(describing: own.failure))")
        let successor = BrokeredApp(bundleID: BrokeredApp.a.bundleID)
        for caller in [successor.caller(.url), nil] {
            let silent = try await successor.ask(fixture.broker(), caller: caller) {
                $0.user = BrokerUser(homeAccountID: account)
                $0.asking.prompt = "none"
            }
            #expect(silent.tokens == nil && silent.failure?.code == -50002)
        }
    }

    @Test(
        "It neither lists the account as its own nor signs it out, and the user is asked about it",
        arguments: others, RegistrationMoment.allCases)
    func accounts(team: String?, moment: RegistrationMoment) async throws {
        let fixture = try await BrokerFixture { $0.registration = moment }
        let account = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        for onlySignedIn in [true, false] {
            let query = SingleSignOnAccountsQuery(clientID: BrokeredApp.a.clientID, signedInOnly: onlySignedIn)
            let listed = try await BrokeredApp.a.ask(fixture.broker(), .accounts(query), as: reinstalled(team))
            #expect(listed.content == .accounts([]))
        }
        var removal = SingleSignOnRemoval(clientID: BrokeredApp.a.clientID, homeAccountID: account, username: nil)
        removal.wipesAccount = true
        _ = try await BrokeredApp.a.ask(fixture.broker(), .signOut(removal), as: reinstalled(team))
        #expect(try fixture.broker().accounts.count == 1)
        let own = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(own.tokens != nil)
        let shown = fixture.screen.visits.count
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login, as: reinstalled(team)) {
            $0.user.homeAccountID = account
        }
        #expect(fixture.screen.visits.dropFirst(shown).flatMap(\.pages).contains("broker-confirmation"))
    }

    @Test(
        "A consent is for one account: another one of the device is asked about", arguments: RegistrationMoment.allCases
    )
    func otherAccount(moment: RegistrationMoment) async throws {
        let fixture = try await BrokerFixture { $0.registration = moment }
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        fixture.screen.person = Person(user: Contoso.grace, password: Contoso.password)
        let graces = try await BrokeredApp.notes.ask(fixture.broker(), .login) { $0.asking.prompt = "login" }
        let account = try #require(graces.tokens?.homeAccountID)
        let silent = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(silent.tokens == nil && silent.failure?.username == nil)
        let query = SingleSignOnAccountsQuery(clientID: nil, signedInOnly: false)
        guard case .accounts(let seen) = try await BrokeredApp.a.ask(fixture.broker(), .accounts(query)).content else {
            Issue.record("The broker listed no accounts.")
            return
        }
        #expect(seen.compactMap(\.username) == [Contoso.ada])
    }

    @Test("An unsigned app is asked about each time, since nothing tells it from another one")
    func unsigned() async throws {
        let fixture = try await BrokerFixture()
        let first = try await BrokeredApp.a.ask(fixture.broker(), .login, as: reinstalled(nil))
        let account = try #require(first.tokens?.homeAccountID)
        let silent = try await BrokeredApp.a.ask(fixture.broker(), .refresh, as: reinstalled(nil)) {
            $0.user.homeAccountID = account
        }
        #expect(silent.tokens == nil && silent.failure?.code == -50002)
        let query = SingleSignOnAccountsQuery(clientID: nil, signedInOnly: false)
        let listed = try await BrokeredApp.a.ask(fixture.broker(), .accounts(query), as: reinstalled(nil))
        #expect(listed.content == .accounts([]))
        let pages = fixture.screen.visits.count
        let again = try await BrokeredApp.a.ask(fixture.broker(), .login, as: reinstalled(nil)) {
            $0.user.homeAccountID = account
        }
        #expect(again.tokens != nil)
        #expect(fixture.screen.visits.dropFirst(pages).flatMap(\.pages).contains("broker-confirmation"))
    }

    @Test("Consents of older vaults that name no team, key or provider are dropped")
    func olderVault() async throws {
        let fixture = try await BrokerFixture()
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        var members = try #require(try fixture.broker().core.vault.state.json.objectValue)
        let account = try #require(try fixture.broker().accounts.first)
        let bundleID = BrokeredApp.a.bundleID
        let current = ["TEAM1/\(bundleID)", Contoso.suite, account.homeAccountID, account.environment, ""]
        members["consents"] = .array([
            .strings([bundleID, Contoso.suite, account.homeAccountID, account.environment, ""]),
            .strings([bundleID, Contoso.suite, account.homeAccountID]), .strings(current),
            .strings([bundleID, Contoso.suite, account.homeAccountID, account.environment, "key"]),
        ])
        let state = try #require(BrokerState(json: .object(members)))
        #expect(state.consents.count == 2)
        #expect(Set(state.consents.map(\.app)) == ["TEAM1/\(bundleID)", bundleID])
        #expect(Set(state.consents.map(\.keyThumbprint)) == [nil, "key"])
    }

    @Test("A name is truncated where it would push the rest of the page away, however it is written")
    func longNames() async throws {
        for name in [String(repeating: "x", count: 100_000), "e" + String(repeating: "\u{301}", count: 100_000)] {
            #expect(RequestingApp(name: name, bundleID: "test.a", isVerified: true).name.unicodeScalars.count == 64)
        }
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        _ = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let shown = fixture.screen.pages.count
        _ = try await BrokeredApp.notes.ask(fixture.broker()) {
            $0.app.name = String(repeating: "n", count: 5000)
        }
        let pages = fixture.screen.pages.dropFirst(shown).filter { $0.address == nil }
        let isCut = pages.allSatisfy { !$0.html.contains(String(repeating: "n", count: 65)) }
        #expect(!pages.isEmpty && isCut)
    }
}
