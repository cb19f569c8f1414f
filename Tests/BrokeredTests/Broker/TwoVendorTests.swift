#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCore
@testable import KeyfobDemo

/// Apps of two vendors, a broker, a provider: each in its own process, under its own user id.
@Suite("two vendors, one sign-in", .onDevice)
struct TwoVendorTests {
    @Test("R2: one password prompt serves the apps of two vendors, through the broker")
    func oneSignIn() async throws {
        try await onDevice { demo in
            let evidence = try await demo.proveOneSignIn(first: demo.contosoA, second: demo.notes)
            #expect(evidence.contains("1 password prompt"))
        }
    }

    @Test("R51: in the other order too")
    func reverseOrder() async throws {
        try await onDevice { demo in
            let evidence = try await demo.proveOneSignIn(first: demo.notes, second: demo.contosoA)
            #expect(evidence.contains("1 password prompt"))
        }
    }

    @Test("R57: the broker is ended and starts again, and both vendors' apps are still signed in")
    func brokerRestarts() async throws {
        try await onDevice { demo in
            _ = try await demo.proveOneSignIn(first: demo.contosoA, second: demo.notes)
            let before = try await demo.admin.lastSignIn()
            let process = try await demo.listing(DemoApps.broker).processID
            try await demo.app(DemoApps.broker).kill()
            for app in [demo.contosoA, demo.notes] {
                let answer = try await app.call(SeedNames.ada, force: true)
                #expect(answer.succeeded, "\(app.bundleID): \(answer.message)")
                #expect(answer.source == "broker")
                #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            }
            #expect(try await demo.passwordPrompts(after: before) == 0)
            #expect(try await demo.listing(DemoApps.broker).processID != process)
        }
    }

    @Test("R9-part, R37: no app stores the password, and only the broker's store contains the primary refresh token")
    func whatAppsSee() async throws {
        try await onDevice { demo in
            _ = try await demo.proveOneSignIn(first: demo.contosoA, second: demo.notes)
            let issued = try await demo.admin.signIns().filter { $0["event"] == "primary_token_issued" }
            #expect(Set(issued.compactMap { $0["client_id"]?.stringValue }) == [SeedNames.broker])
            let token = try #require(try await demo.secretsOfBroker().first)
            let key = token.sessionKey.bytes.reveal()
            var secrets = [
                token.token.reveal(), Base64URL.encode(key), Data(key).base64EncodedString(), SeedNames.password,
            ]
            let kept = try await demo.whatAppsKeep()
            #expect(kept.contains { $0.contains(SeedNames.ada) }, "nothing was searched")
            for secret in secrets { #expect(!kept.contains { $0.contains(secret) }) }
            #expect(try await demo.contosoA.ask("visits").accounts == [], "A showed a page itself")
            // The token is sealed where it is stored.
            secrets.removeLast()
            let home = DemoDevice.contents(of: try await demo.listing(DemoApps.broker).home)
            #expect(!home.isEmpty)
            for secret in secrets { #expect(!home.contains { $0.contains(secret) }) }
        }
    }

    @Test("R3, R49: the same app reaches its own suite or the whole device, depending on configuration alone")
    func configurationTells() async throws {
        try await onDevice { demo in
            let brokered = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(brokered.source == "broker", "\(brokered.message)")
            let suite = try await demo.install(
                DemoApps.app(
                    DemoApps.notes, teamID: DemoApps.fabrikamTeam,
                    configuration: demo.configuration(
                        "Fabrikam Notes", client: SeedNames.otherVendor, redirect: "msauth.\(DemoApps.notes)://auth",
                        group: DemoApps.notes, usesBroker: false),
                    program: demo.program))
            #expect(suite.isEmpty)
            let before = try await demo.lastEntry()
            // The broker's account does not help an app that does not use it.
            #expect(try await demo.notes.call(SeedNames.ada).code == "interactionRequired")
            let prompts = try await demo.passwordPrompts()
            #expect(try await demo.notes.signInHere(SeedNames.ada).source == "interactive")
            #expect(try await demo.passwordPrompts() == prompts + 1)
            let trace = try await demo.trace(after: before)
            #expect(!trace.contains { $0.kind == .signOn || $0.kind == .openURL }, "\(trace)")
            // And the same app with the other setting.
            try await demo.installApp(
                DemoApps.notes, team: DemoApps.fabrikamTeam, client: SeedNames.otherVendor,
                redirect: "msauth.\(DemoApps.notes)://auth", group: DemoApps.notes)
            #expect(try await demo.notes.signIn(SeedNames.ada).source == "broker")
        }
    }

    @Test("R46: the provider's log names the app that used the broker, as verified by the kernel")
    func callerIsLogged() async throws {
        try await onDevice { demo in
            _ = try await demo.proveOneSignIn(first: demo.contosoA, second: demo.notes)
            let brokered = try await demo.admin.signIns().filter { $0["event"] == "tokens_brokered" }
            let callers = brokered.map { "\($0["caller_bundle_id"]?.stringValue ?? "-")" }
            #expect(callers.contains(DemoApps.contosoA) && callers.contains(DemoApps.notes), "\(callers)")
            #expect(Set(brokered.compactMap { $0["caller_assurance"]?.stringValue }) == ["kernelEnforced"])
        }
    }
}
#endif
#endif
