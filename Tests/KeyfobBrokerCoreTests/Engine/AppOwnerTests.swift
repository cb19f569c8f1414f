import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore

/// The broker's records of an app belong to its team and bundle id together.
@Suite("another team's app under a known bundle id")
struct AppOwnerTests {
    private static let others: [String?] = ["EVIL", nil]

    private func reinstalled(_ team: String?) -> CallerIdentity {
        var caller = BrokeredApp.a.caller()
        caller.teamID = team
        return caller
    }

    @Test("It gets none of the broker's records of the app before it", arguments: others)
    func storedTokens(team: String?) async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let login = try await BrokeredApp.a.ask(fixture.broker(), .login)
        let account = try #require(login.tokens?.homeAccountID)
        let own = try await BrokeredApp.a.ask(fixture.broker(), .refresh) { $0.user.homeAccountID = account }
        #expect(own.tokens?.accessToken == login.tokens?.accessToken)
        fixture.wire.clear()
        let silent = try await BrokeredApp.a.ask(fixture.broker(), .refresh, as: reinstalled(team)) {
            $0.user.homeAccountID = account
        }
        #expect(silent.tokens == nil && silent.failure?.code == -50002)
        #expect(fixture.wire.exchanges.isEmpty)
    }

    @Test(
        "It neither lists the account as its own nor signs it out, and the user is asked about it", arguments: others)
    func accounts(team: String?) async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let account = try #require(try await BrokeredApp.a.ask(fixture.broker(), .login).tokens?.homeAccountID)
        let query = SingleSignOnAccountsQuery(clientID: BrokeredApp.a.clientID)
        let listed = try await BrokeredApp.a.ask(fixture.broker(), .accounts(query), as: reinstalled(team))
        #expect(listed.content == .accounts([]))
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
