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

@testable import KeyfobDemo

/// An app of another team that tries to get Contoso's tokens, in its own process and under its own user id. Each test
/// searches everything that the app has received: no token, no code, no password.
@Suite("attacks: a hostile app", .onDevice)
struct AttackerTests {
    /// A device on which Ada has signed in at A through the broker, and the attacker.
    private func afterSignIn(
        os: DeviceOS = .ios13, broker: DemoDevice.BrokerKind = .withExtension,
        _ body: (DemoDevice, DeviceAppHandle) async throws -> Void
    ) async throws {
        try await onDevice(os: os, broker: broker) { demo in
            let signIn = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(signIn.succeeded, "\(signIn.message)")
            let attacker = try await demo.installMaliciousApp()
            try await body(demo, attacker)
            _ = try await demo.tap(DemoApps.maliciousApp)
        }
    }

    @Test("R45: a bundle id in a message is ignored: the broker gets the caller's from the kernel")
    func forgedBundleID() async throws {
        try await afterSignIn { demo, attacker in
            let account = try await demo.adasAccount()
            let (before, entry) = (try await demo.admin.lastSignIn(), try await demo.lastEntry())
            let reply = try await attacker.askExtension(
                as: SeedNames.suite, redirect: "msauth.\(DemoApps.contosoA)://auth", at: demo.authority,
                account: account,
                adding: [
                    "source_application": DemoApps.contosoA, "caller_bundle_id": DemoApps.contosoA,
                    "parent_process_bundle_identifier": DemoApps.contosoA,
                ])
            try demo.requireNothing(in: reply)
            let asked = try await demo.trace(after: entry).filter { $0.kind == .signOn }
            #expect(asked.map(\.app) == [DemoApps.maliciousApp])
            #expect(try await demo.admin.signIns(after: before).isEmpty, "the provider got a request")
        }
    }

    @Test(
        "R47: an app that uses A's redirect URI, or A's client with its own, is refused, and A gets nothing either")
    func forgedRedirect() async throws {
        try await afterSignIn { demo, attacker in
            let account = try await demo.adasAccount()
            let received = try await demo.contosoA.ask("received", front: false).json["urls"]?.arrayValue?.count
            for (redirect, isForProvider) in [
                ("msauth.\(DemoApps.contosoA)://auth", false), ("msauth.\(DemoApps.maliciousApp)://auth", true),
            ] {
                let (before, entry) = (try await demo.admin.lastSignIn(), try await demo.lastEntry())
                // Even a user who lets the attacker use the account does not help it.
                let reply = try await attacker.askExtension(
                    as: SeedNames.suite, redirect: redirect, at: demo.authority, account: account,
                    operation: isForProvider ? "login" : "refresh")
                try demo.requireNothing(in: reply)
                let issued = try await demo.admin.count("tokens_brokered", after: before)
                #expect(issued == 0, "\(redirect)")
                // The request was refused in the right place: it reached the broker, and with the attacker's own URI
                // the provider.
                let asked = try await demo.trace(after: entry).filter { $0.kind == .signOn }
                #expect(asked.map(\.app) == [DemoApps.maliciousApp])
                let refusals = try await demo.admin.signIns(after: before).filter {
                    $0["error_code"]?.integerValue == 50011
                }
                #expect(refusals.isEmpty != isForProvider, "\(redirect)")
            }
            let after = try await demo.contosoA.ask("received", front: false).json["urls"]?.arrayValue?.count
            #expect(received == after)
        }
    }

    @Test("on a device that reports who opened a URL, the broker refuses an app that uses A's name")
    func forgedRequestByURL() async throws {
        try await afterSignIn(os: .ios12, broker: .urlsOnly) { demo, attacker in
            let before = try await demo.admin.lastSignIn()
            let received = try await demo.contosoA.ask("received", front: false).json["urls"]?.arrayValue?.count
            // The sign-in's own visit may still be recorded.
            _ = try await demo.browserFolder.visit(after: 0)
            let shown = try demo.browserFolder.visits().count
            try await attacker.activate()
            let request = BrokerRequest(
                target: .scopes([SeedNames.read], openID: ["openid"]), authority: try Authority(demo.authority),
                clientID: SeedNames.suite, redirectURI: "msauth.\(DemoApps.contosoA)://auth",
                correlationID: "11111111-2222-4333-8444-555555555555",
                key: try #require(BrokerKey(bytes: [UInt8](repeating: 7, count: 32))), nonce: "N")
            let opened = try await attacker.ask(
                "open", ["url": .string(request.url(to: .keyfobForMicrosoftSchemes))])
            #expect(opened.succeeded)
            // The broker shows the user that it refuses; after that no URL is opened and no request is sent.
            #expect(try await demo.browserFolder.visit(after: shown).pages.contains("broker-notice"))
            #expect(try await demo.admin.signIns(after: before).isEmpty)
            let after = try await demo.contosoA.ask("received", front: false).json["urls"]?.arrayValue?.count
            #expect(received == after)
        }
    }

    @Test("an app of another team is refused the suite's keychain group, whatever it names")
    func keychainGroup() async throws {
        try await afterSignIn { demo, attacker in
            for group in ["T1.\(DemoApps.group)", "KEYFOB.\(DemoApps.broker)", "T1.\(DemoApps.contosoA)"] {
                let answer = try await attacker.ask("keychain", ["group": .string(group)])
                #expect(answer.json["status"]?.integerValue == -34018, "\(group): \(answer.json)")
            }
        }
    }

    @Test("nothing of another app or of the broker can be read, by its path or through /proc")
    func files() async throws {
        try await afterSignIn { demo, attacker in
            var paths = ["\(demo.board.folder)/state/keychain.json", "\(demo.board.folder)/state/registry.json"]
            paths.append("\(demo.browserFolder.directory)/person.json")
            for app in try await demo.owner.apps() where app.origin.bundleID != DemoApps.maliciousApp {
                paths += ["\(app.home)/broker/vault", "\(app.home)/broker/keys", app.home]
                paths += ["\(demo.board.folder)/logs/\(app.origin.bundleID).log"]
                guard let process = app.processID else { continue }
                for name in ["environ", "mem", "maps", "fd/0", "auxv", "root/etc/hostname", "cwd"] {
                    paths.append("/proc/\(process)/\(name)")
                }
            }
            #expect(paths.contains { $0.hasSuffix("/environ") })
            for path in paths {
                let answer = try await attacker.ask("read", ["path": .string(path)])
                let error = answer.json["errno"]?.integerValue
                #expect([Int64(EPERM), Int64(ENOENT), Int64(EACCES)].contains(error), "\(path): \(answer.json)")
            }
            // Files that it may read are found: the search works.
            let own = try await demo.listing(DemoApps.maliciousApp)
            let process = try #require(own.processID)
            #expect(try await attacker.ask("read", ["path": .string("/proc/\(process)/environ")]).succeeded)
        }
    }
}
#endif
#endif
