#if os(Linux)
#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore
@testable import KeyfobDemo

/// Accounts of every kind, served by the broker's own process.
@Suite("accounts of every kind through the broker", .onDevice)
struct AccountKindTests {
    private static let shop = "contososhop.b2clogin.test"

    /// A user with an account, and the app that they use.
    private struct Row {
        let kind: String
        let bundleID: String
        let client: String
        let user: String
        let authority: String
        let passwords: Int
    }

    private func rows(_ demo: DemoDevice) async throws -> [Row] {
        let base = try await demo.provider.baseURL()
        let shop = "https://\(Self.shop):\(base.effectivePort)/tfp/contososhop.onmicrosoft.com/b2c_1_signin"
        return [
            Row(
                kind: "work", bundleID: DemoApps.contosoA, client: SeedNames.suite, user: SeedNames.ada,
                authority: demo.authority, passwords: 1),
            // The same user as a guest elsewhere: the evidence of her home tenant counts there.
            Row(
                kind: "guest", bundleID: DemoApps.contosoC, client: SeedNames.suite, user: SeedNames.ada,
                authority: "\(base.origin)/fabrikam.test", passwords: 0),
            Row(
                kind: "personal", bundleID: "test.contoso.everyone", client: "aaaaaaaa-0000-4000-8000-000000000003",
                user: "katherine@outlook.com", authority: "\(base.origin)/consumers", passwords: 1),
            Row(
                kind: "b2c", bundleID: "test.contoso.shop", client: "aaaaaaaa-0000-4000-8000-000000000004",
                user: "emmy@shop.test", authority: shop, passwords: 1),
        ]
    }

    private func install(_ row: Row, _ demo: DemoDevice) async throws {
        let redirect = "msauth.\(row.bundleID)://auth"
        if row.client != SeedNames.suite {
            try await demo.register(
                redirect, for: row.client, in: row.kind == "b2c" ? "contososhop.onmicrosoft.com" : nil)
        }
        var configuration = demo.configuration(
            row.bundleID, client: row.client, redirect: redirect, group: "test.contoso.\(row.kind)")
        configuration.authority = row.authority
        configuration.addresses = [Self.shop: "127.0.0.1"]
        try await demo.install(
            DemoApps.app(
                row.bundleID, teamID: DemoApps.contosoTeam, configuration: configuration, program: demo.program))
    }

    @Test(
        "R42: the broker signs in work, guest, personal and B2C accounts, serves each silently, and has a primary refresh token only where there is one"
    )
    func fourKinds() async throws {
        try await onDevice(broker: nil) { demo in
            try await demo.installBroker(hosts: [Self.shop])
            for row in try await rows(demo) {
                try await install(row, demo)
                try await demo.setUser(row.user)
                let before = try await demo.admin.lastSignIn()
                let app = demo.app(row.bundleID)
                let answer = try await app.signIn(row.user)
                #expect(answer.succeeded && answer.source == "broker", "\(row.kind): \(answer.json)")
                #expect(try demo.api.accept(answer.token).scopes.contains("Files.Read"), "\(row.kind)")
                #expect(try await demo.passwordPrompts(after: before) == row.passwords, "\(row.kind)")
                // The second time there is no prompt, for a token other than the first.
                try await demo.setUser("nobody@contoso.test", leaves: true)
                let silent = try await app.call(row.user, force: true)
                #expect(silent.succeeded && silent.source == "broker", "\(row.kind): \(silent.json)")
                #expect(
                    try demo.api.accept(silent.token).identifier != demo.api.accept(answer.token).identifier,
                    "\(row.kind)")
                #expect(silent.json["account"] == answer.json["account"], "\(row.kind)")
                #expect(try await demo.passwordPrompts(after: before) == row.passwords, "\(row.kind)")
            }
            let state = try await demo.stateOfBroker()
            #expect(state.accounts.map(\.kind) == [.work, .personal, .b2c])
            let work = try #require(state.accounts.first)
            #expect(work.username == SeedNames.ada)
            #expect(state.primaryTokens.map(\.homeAccountID) == [work.homeAccountID])
            let issued = try await demo.admin.signIns().filter { $0["event"] == "primary_token_issued" }
            #expect(Set(issued.compactMap { $0["user"]?.stringValue }) == [SeedNames.ada])
        }
    }
}
#endif
#endif
