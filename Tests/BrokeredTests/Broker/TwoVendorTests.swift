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
        try await onDevice { stage in
            let evidence = try await stage.proveOneSignIn(first: stage.contosoA, second: stage.notes)
            #expect(evidence.contains("1 password prompt"))
        }
    }

    @Test("R51: in the other order too")
    func reverseOrder() async throws {
        try await onDevice { stage in
            let evidence = try await stage.proveOneSignIn(first: stage.notes, second: stage.contosoA)
            #expect(evidence.contains("1 password prompt"))
        }
    }

    @Test("R57: the broker is ended and starts again, and both vendors' apps are still signed in")
    func brokerRestarts() async throws {
        try await onDevice { stage in
            _ = try await stage.proveOneSignIn(first: stage.contosoA, second: stage.notes)
            let before = try await stage.admin.lastSignIn()
            let process = try await stage.listing(DeviceCast.broker).processID
            try await stage.app(DeviceCast.broker).kill()
            for app in [stage.contosoA, stage.notes] {
                let answer = try await app.call(SeedNames.ada, force: true)
                #expect(answer.succeeded, "\(app.bundleID): \(answer.message)")
                #expect(answer.source == "broker")
                #expect(try stage.api.accept(answer.token).user == SeedNames.ada)
            }
            #expect(try await stage.passwordPrompts(after: before) == 0)
            #expect(try await stage.listing(DeviceCast.broker).processID != process)
        }
    }

    @Test("R9-part, R37: no app stores the password, and only the broker's store contains the primary refresh token")
    func whatAppsSee() async throws {
        try await onDevice { stage in
            _ = try await stage.proveOneSignIn(first: stage.contosoA, second: stage.notes)
            let issued = try await stage.admin.signIns().filter { $0["event"] == "primary_token_issued" }
            #expect(Set(issued.compactMap { $0["client_id"]?.stringValue }) == [SeedNames.broker])
            let token = try #require(try await stage.secretsOfBroker().first)
            let key = token.sessionKey.bytes.reveal()
            var secrets = [
                token.token.reveal(), Base64URL.encode(key), Data(key).base64EncodedString(), SeedNames.password,
            ]
            let kept = try await stage.whatAppsKeep()
            #expect(kept.contains { $0.contains(SeedNames.ada) }, "nothing was searched")
            for secret in secrets { #expect(!kept.contains { $0.contains(secret) }) }
            #expect(try await stage.contosoA.ask("visits").accounts == [], "A showed a page itself")
            // The token is sealed where it is stored.
            secrets.removeLast()
            let home = DeviceStage.contents(of: try await stage.listing(DeviceCast.broker).home)
            #expect(!home.isEmpty)
            for secret in secrets { #expect(!home.contains { $0.contains(secret) }) }
        }
    }

    @Test("R3, R49: the same app reaches its own suite or the whole device, depending on configuration alone")
    func configurationTells() async throws {
        try await onDevice { stage in
            let brokered = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(brokered.source == "broker", "\(brokered.message)")
            let suite = try await stage.install(
                DeviceCast.app(
                    DeviceCast.notes, teamID: DeviceCast.fabrikamTeam,
                    configuration: stage.configuration(
                        "Fabrikam Notes", client: SeedNames.otherVendor, redirect: "msauth.\(DeviceCast.notes)://auth",
                        group: DeviceCast.notes, usesBroker: false),
                    program: stage.program))
            #expect(suite.isEmpty)
            let before = try await stage.lastEntry()
            // The broker's account does not help an app that does not use it.
            #expect(try await stage.notes.call(SeedNames.ada).code == "interactionRequired")
            let prompts = try await stage.passwordPrompts()
            #expect(try await stage.notes.signInHere(SeedNames.ada).source == "interactive")
            #expect(try await stage.passwordPrompts() == prompts + 1)
            let trace = try await stage.trace(after: before)
            #expect(!trace.contains { $0.kind == .signOn || $0.kind == .openURL }, "\(trace)")
            // And the same app with the other setting.
            try await stage.installApp(
                DeviceCast.notes, team: DeviceCast.fabrikamTeam, client: SeedNames.otherVendor,
                redirect: "msauth.\(DeviceCast.notes)://auth", group: DeviceCast.notes)
            #expect(try await stage.notes.signIn(SeedNames.ada).source == "broker")
        }
    }

    @Test("R46: the provider's log names the app that used the broker, as verified by the kernel")
    func callerIsLogged() async throws {
        try await onDevice { stage in
            _ = try await stage.proveOneSignIn(first: stage.contosoA, second: stage.notes)
            let brokered = try await stage.admin.signIns().filter { $0["event"] == "tokens_brokered" }
            let callers = brokered.map { "\($0["caller_bundle_id"]?.stringValue ?? "-")" }
            #expect(callers.contains(DeviceCast.contosoA) && callers.contains(DeviceCast.notes), "\(callers)")
            #expect(Set(brokered.compactMap { $0["caller_assurance"]?.stringValue }) == ["kernelEnforced"])
        }
    }
}
#endif
