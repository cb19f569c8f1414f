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
        os: DeviceOS = .ios13, broker: DeviceStage.BrokerKind = .withExtension,
        _ body: (DeviceStage, DeviceAppHandle) async throws -> Void
    ) async throws {
        try await onDevice(os: os, broker: broker) { stage in
            let signIn = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(signIn.succeeded, "\(signIn.message)")
            let attacker = try await stage.installStranger()
            try await body(stage, attacker)
            _ = try await stage.tap(DeviceCast.stranger)
        }
    }

    @Test("R45: a bundle id in a message is ignored: the broker gets the caller's from the kernel")
    func forgedBundleID() async throws {
        try await afterSignIn { stage, attacker in
            let account = try await stage.adasAccount()
            let (before, entry) = (try await stage.admin.lastSignIn(), try await stage.lastEntry())
            let reply = try await attacker.askExtension(
                as: SeedNames.suite, redirect: "msauth.\(DeviceCast.contosoA)://auth", at: stage.authority,
                account: account,
                adding: [
                    "source_application": DeviceCast.contosoA, "caller_bundle_id": DeviceCast.contosoA,
                    "parent_process_bundle_identifier": DeviceCast.contosoA,
                ])
            try stage.requireNothing(in: reply)
            let asked = try await stage.trace(after: entry).filter { $0.kind == .signOn }
            #expect(asked.map(\.app) == [DeviceCast.stranger])
            #expect(try await stage.admin.signIns(after: before).isEmpty, "the provider got a request")
        }
    }

    @Test(
        "R47: an app that uses A's redirect URI, or A's client with its own, is refused, and A gets nothing either")
    func forgedRedirect() async throws {
        try await afterSignIn { stage, attacker in
            let account = try await stage.adasAccount()
            let received = try await stage.contosoA.ask("received", front: false).json["urls"]?.arrayValue?.count
            for (redirect, isForProvider) in [
                ("msauth.\(DeviceCast.contosoA)://auth", false), ("msauth.\(DeviceCast.stranger)://auth", true),
            ] {
                let (before, entry) = (try await stage.admin.lastSignIn(), try await stage.lastEntry())
                let reply = try await attacker.askExtension(
                    as: SeedNames.suite, redirect: redirect, at: stage.authority, account: account)
                try stage.requireNothing(in: reply)
                let issued = try await stage.admin.count("tokens_brokered", after: before)
                #expect(issued == 0, "\(redirect)")
                // The request was refused in the right place: it reached the broker, and with the attacker's own URI
                // the provider.
                let asked = try await stage.trace(after: entry).filter { $0.kind == .signOn }
                #expect(asked.map(\.app) == [DeviceCast.stranger])
                let refusals = try await stage.admin.signIns(after: before).filter {
                    $0["error_code"]?.integerValue == 50011
                }
                #expect(refusals.isEmpty != isForProvider, "\(redirect)")
            }
            let after = try await stage.contosoA.ask("received", front: false).json["urls"]?.arrayValue?.count
            #expect(received == after)
        }
    }

    @Test("on a device that reports who opened a URL, the broker refuses an app that uses A's name")
    func forgedRequestByURL() async throws {
        try await afterSignIn(os: .ios12, broker: .urlsOnly) { stage, attacker in
            let before = try await stage.admin.lastSignIn()
            let received = try await stage.contosoA.ask("received", front: false).json["urls"]?.arrayValue?.count
            // The sign-in's own visit may still be recorded.
            _ = try await stage.desk.visit(after: 0)
            let shown = try stage.desk.visits().count
            try await attacker.activate()
            let request = BrokerRequest(
                target: .scopes([SeedNames.read], openID: ["openid"]), authority: try Authority(stage.authority),
                clientID: SeedNames.suite, redirectURI: "msauth.\(DeviceCast.contosoA)://auth",
                correlationID: "11111111-2222-4333-8444-555555555555",
                key: try #require(BrokerKey(bytes: [UInt8](repeating: 7, count: 32))), nonce: "N")
            let opened = try await attacker.ask(
                "open", ["url": .string(request.url(to: .keyfobForMicrosoftSchemes))])
            #expect(opened.succeeded)
            // The broker shows the user that it refuses; after that no URL is opened and no request is sent.
            #expect(try await stage.desk.visit(after: shown).pages.contains("broker-notice"))
            #expect(try await stage.admin.signIns(after: before).isEmpty)
            let after = try await stage.contosoA.ask("received", front: false).json["urls"]?.arrayValue?.count
            #expect(received == after)
        }
    }

    @Test("an app of another team is refused the suite's keychain group, whatever it names")
    func keychainGroup() async throws {
        try await afterSignIn { stage, attacker in
            for group in ["T1.\(DeviceCast.group)", "KEYFOB.\(DeviceCast.broker)", "T1.\(DeviceCast.contosoA)"] {
                let answer = try await attacker.ask("keychain", ["group": .string(group)])
                #expect(answer.json["status"]?.integerValue == -34018, "\(group): \(answer.json)")
            }
        }
    }

    @Test("nothing of another app or of the broker can be read, by its path or through /proc")
    func files() async throws {
        try await afterSignIn { stage, attacker in
            var paths = ["\(stage.board.folder)/state/keychain.json", "\(stage.board.folder)/state/registry.json"]
            paths.append("\(stage.desk.directory)/person.json")
            for app in try await stage.owner.apps() where app.origin.bundleID != DeviceCast.stranger {
                paths += ["\(app.home)/broker/vault", "\(app.home)/broker/keys", app.home]
                paths += ["\(stage.board.folder)/logs/\(app.origin.bundleID).log"]
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
            let own = try await stage.listing(DeviceCast.stranger)
            let process = try #require(own.processID)
            #expect(try await attacker.ask("read", ["path": .string("/proc/\(process)/environ")]).succeeded)
        }
    }
}
#endif
