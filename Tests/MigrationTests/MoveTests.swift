import ADAL
import Foundation
import KeyfobCache
import KeyfobClient
import KeyfobOAuth
import KeyfobTesting
import MSAL
import Testing

@Suite("An app that moves from ADAL to MSAL within one process", .ownProcess)
struct MoveTests {
    @Test("R108: the userId from ADAL finds the account in ADAL's items alone, without any request")
    func byUserID() async throws {
        let device = try await Device()
        let (_, person) = try await device.signIn(isOld: true)
        let requests = device.wire.exchanges.count
        let app = try device.msal()
        let account = try app.account(forUsername: person.userId)
        #expect(account.username == Contoso.ada)
        #expect(try app.account(forUsername: person.userId.uppercased()).identifier == account.identifier)
        #expect(throws: (any Error).self) { try app.account(forUsername: "nobody@contoso.test") }
        #expect(device.wire.exchanges.count == requests)
        // Without ADAL's items there are no accounts.
        #expect(try device.msal(readsADAL: false).allAccounts().isEmpty)
    }

    @Test("R110: the next silent call shows no page, returns the identifier, and stores items of the new format")
    func firstSilentCall() async throws {
        let device = try await Device()
        let (_, person) = try await device.signIn(isOld: true)
        let environment = try device.environment()
        #expect(try environment.store.homeAccountIDs().isEmpty)
        let prompts = try await device.count("password_prompt")
        let page = device.browser()
        let app = try device.msal(page)
        let result = try await app.silent(try app.account(forUsername: person.userId))
        try await device.expectAccepted(result.accessToken)
        #expect(try await device.count("password_prompt") == prompts)
        #expect(page.visits.isEmpty)
        let identifier = try #require(result.account.identifier)
        #expect(identifier == person.homeAccountId)
        let partition = try #require(try environment.store.partition(homeAccountID: identifier))
        #expect(partition.accounts.map(\.username) == [Contoso.ada])
        #expect(partition.accessTokens.count == 1 && partition.refreshTokens.count == 1)
    }

    @Test("R111: from then on the identifier alone finds the account, after a restart and without ADAL's items")
    func afterRestart() async throws {
        let device = try await Device()
        let (context, person) = try await device.signIn(isOld: true)
        let first = try device.msal()
        let identifier = try #require(
            try await first.silent(try first.account(forUsername: person.userId)).account.identifier)
        let restarted = try device.msal(readsADAL: false)
        let account = try restarted.account(forIdentifier: identifier)
        #expect(account.username == Contoso.ada)
        let requests = device.wire.exchanges.count
        try await device.expectAccepted(try await restarted.silent(account).accessToken)
        #expect(device.wire.exchanges.count == requests)
        // A day later it is refreshed without a prompt too, and so is the app that still uses ADAL.
        device.expireAccessTokens()
        let prompts = try await device.count("password_prompt")
        try await device.expectAccepted(try await restarted.silent(account).accessToken)
        try await device.expectAccepted(await context.silent(person.userId).accessToken)
        #expect(try await device.count("password_prompt") == prompts)
    }

    @Test("R157: ADAL's homeAccountId and its userId find the same account, before the move and after it")
    func bothLookups() async throws {
        let device = try await Device()
        let (_, person) = try await device.signIn(isOld: true)
        let homeAccountID = try #require(person.homeAccountId)
        let app = try device.msal()
        let byName = try app.account(forUsername: person.userId)
        #expect(try app.account(forIdentifier: homeAccountID) == byName)
        let moved = try await app.silent(byName).account
        #expect(moved.identifier == homeAccountID)
        #expect(try app.account(forIdentifier: homeAccountID) == moved)
        #expect(try app.account(forUsername: person.userId) == moved)
    }

    @Test("R158: with ADAL's items alone the list has every user, found by identifier or else by name")
    func list() async throws {
        let device = try await Device()
        let (_, ada) = try await device.signIn(isOld: true)
        let (_, grace) = try await device.signIn(Contoso.grace, isOld: true)
        #expect(try device.environment().store.homeAccountIDs().isEmpty)
        let app = try device.msal()
        #expect(try app.allAccounts().compactMap(\.username).sorted() == [Contoso.ada, Contoso.grace])
        for person in [ada, grace] {
            let found = try app.account(forIdentifier: person.homeAccountId)
            #expect(found.username == person.userId)
            let unknown = try? app.account(forIdentifier: "unknown.identifier")
            #expect(try (unknown ?? app.account(forUsername: person.userId)) == found)
            try await device.expectAccepted(try await app.silent(found).accessToken)
        }
        #expect(try app.allAccounts().count == 2)
    }

    @Test("R124: the redirect URI that ADAL needed for brokers works unchanged with both, and for silent calls")
    func redirect() async throws {
        let device = try await Device()
        _ = try await device.signIn()
        let fresh = try await Device()
        let page = fresh.browser()
        let app = try fresh.msal(page)
        let result = try await app.signIn()
        #expect(page.visits.count == 1)
        #expect(page.visits.first?.redirect?.hasPrefix("\(Contoso.redirect)?") == true)
        try await fresh.expectAccepted(result.accessToken)
        #expect(try await app.silent(result.account).accessToken == result.accessToken)
    }

    @Test("R138: both libraries work with one registration, which is unchanged")
    func registration() async throws {
        let device = try await Device()
        let registration = try await device.admin.registration(of: Contoso.suite)
        _ = try await device.signIn()
        try await device.expectAccepted(try await device.msal(device.browser()).signIn().accessToken)
        #expect(try await device.admin.registration(of: Contoso.suite) == registration)
    }
}
