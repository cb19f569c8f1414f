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

/// An app that imitates another in everything it can claim: its scheme, its bundle id, its client id and redirect URI.
@Suite("attacks: a rival that takes an app's name", .onDevice)
struct RivalTests {
    @Test(
        "R43: an app that claims A's scheme and bundle id gets nothing, by the extension and by URL, on any device",
        arguments: [DeviceOS.ios12, .ios13])
    func imitation(os: DeviceOS) async throws {
        try await onDevice(os: os) { stage in
            #expect(try await stage.contosoA.signIn(SeedNames.ada).succeeded)
            // Installed as A itself but signed by another team: that is no update of A.
            let asA = stage.bundle(
                DeviceCast.contosoA, team: "T9", client: SeedNames.suite,
                redirect: "msauth.\(DeviceCast.contosoA)://auth", group: DeviceCast.group)
            await #expect(throws: DeviceFault.self) { try await stage.install(asA) }
            #expect(try await stage.listing(DeviceCast.contosoA).origin.teamID == DeviceCast.contosoTeam)
            // Installed as itself, with A's scheme.
            let rival = try await stage.installStranger(schemes: ["msauth.\(DeviceCast.contosoA)"])
            let (entry, seen) = (try await stage.lastEntry(), try await stage.contosoA.received())
            try await askByExtension(rival, stage)
            try await askByURL(rival, os: os, stage)
            // The broker's reply to the URL, where the sender is unknown, is addressed to A, which has sent no request.
            let forA = try await stage.contosoA.received().dropFirst(seen.count)
            #expect(forA.map { $0["taken"] } == (os == .ios12 ? [] : [false]))
            #expect(try await stage.contosoA.ask("accounts").accounts == [SeedNames.ada])
            let delivered = try await stage.trace(after: entry).filter { $0.kind == .deliveredURL }
            #expect(!delivered.contains { $0.app == DeviceCast.stranger }, "\(delivered)")
            _ = try await stage.tap(DeviceCast.stranger)
        }
    }

    /// The rival calls itself A in a message to the extension.
    private func askByExtension(_ rival: DeviceAppHandle, _ stage: DeviceStage) async throws {
        let account = try await stage.adasAccount()
        let (before, entry) = (try await stage.admin.lastSignIn(), try await stage.lastEntry())
        for operation in ["refresh", "login"] {
            let reply = try await rival.askExtension(
                as: SeedNames.suite, redirect: "msauth.\(DeviceCast.contosoA)://auth", at: stage.authority,
                account: account, operation: operation,
                adding: ["source_application": DeviceCast.contosoA, "caller_bundle_id": DeviceCast.contosoA])
            try stage.requireNothing(in: reply)
            #expect(
                reply.json.text().contains(DeviceCast.stranger),
                "the broker does not name the app that it refused: \(reply.json)")
        }
        let asked = try await stage.trace(after: entry).filter { $0.kind == .signOn }
        #expect(asked.map(\.app) == [DeviceCast.stranger, DeviceCast.stranger])
        #expect(try await stage.admin.signIns(after: before).isEmpty, "the provider got a request")
    }

    /// The rival opens the URL that A would open, with its own key.
    private func askByURL(_ rival: DeviceAppHandle, os: DeviceOS, _ stage: DeviceStage) async throws {
        let (before, entry) = (try await stage.admin.lastSignIn(), try await stage.lastEntry())
        let shown = try stage.desk.visits().count
        try await rival.activate()
        var request = BrokerRequest(
            target: .scopes([SeedNames.read], openID: ["openid"]), authority: try Authority(stage.authority),
            clientID: SeedNames.suite, redirectURI: "msauth.\(DeviceCast.contosoA)://auth",
            correlationID: "11111111-2222-4333-8444-555555555555",
            key: try #require(BrokerKey(bytes: [UInt8](repeating: 7, count: 32))), nonce: "N")
        request.user = BrokerUser(loginHint: SeedNames.ada)
        #expect(
            try await rival.ask("open", ["url": .string(request.url(to: .keyfobForMicrosoftSchemes))]).succeeded)
        if os == .ios13 {
            // The user accepts an app that the broker calls not verified: the worst choice available.
            try await stage.owner.untilTraced(after: entry) {
                $0.kind == .deliveredURL && $0.app == DeviceCast.contosoA
            }
            return
        }
        let pages = try await stage.desk.visit(after: shown).pages
        #expect(pages.first == "broker-notice" && !pages.contains("broker-confirmation"), "\(pages)")
        #expect(try await stage.admin.signIns(after: before).isEmpty, "the provider got a request")
    }

    @Test("R65: of two apps with one scheme the other one learns nothing, and every check warns about the scheme")
    func sharedScheme() async throws {
        try await onDevice(broker: .urlsOnly) { stage in
            let common = "myapp://\(DeviceCast.contosoA)"
            // The provider warns when the redirect URI is registered ...
            let advice = try await stage.register(common, for: SeedNames.suite)
            #expect(
                advice.map { $0["code"] } == ["schemeNotDistinctive"]
                    && advice.map { $0["redirectUri"] } == [.string(common)])
            // ... `doctor` where the app is built ...
            let bundle = AppBundle(
                DeviceCast.contosoA, teamID: DeviceCast.contosoTeam, schemes: ["myapp"],
                queriedSchemes: BrokerSchemes.microsoft.all)
            let said = try await stage.doctor(bundle, client: SeedNames.suite, redirect: common)
            #expect(
                said.json["findings"]?.arrayValue?.contains { $0["code"] == "schemeNotDistinctive" } == true,
                "\(said.json.text())")
            // A was installed first: the bundle id in the host leads the reply to A.
            try await stage.owner.perform(.uninstall(bundleID: DeviceCast.contosoA))
            try await stage.installA(redirect: common)
            let rival = try await stage.installStranger(schemes: ["myapp", "msauth.\(DeviceCast.contosoA)"])
            let entry = try await stage.lastEntry()
            let answer = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.message)")
            #expect(try stage.api.accept(answer.token).user == SeedNames.ada)
            let delivered = try await stage.trace(after: entry).filter { $0.kind == .deliveredURL }
            #expect(!delivered.contains { $0.app == DeviceCast.stranger } && !delivered.isEmpty)
            // ... and the device warns where another team's app has the scheme already. That app then gets replies that
            // it cannot read.
            #expect(try await stage.contosoA.ask("wipe").succeeded)
            try await stage.owner.perform(.uninstall(bundleID: DeviceCast.contosoA))
            let warnings = try await stage.installA(redirect: common)
            #expect(warnings.contains { $0.contains("myapp") && $0.contains("another team owns the scheme") })
            try await stage.installA(redirect: "msauth.\(DeviceCast.contosoA)://auth")
            let (signIn, url) = try await stage.stolenReply(rival)
            #expect(url.contains("response="))
            let tap = try await stage.tap(DeviceCast.stranger)
            #expect(tap.contains { $0.contains("response=") }, "the caught reply was not searched")
            try await stage.contosoA.activate()
            #expect(try await !signIn.value.succeeded)
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
        }
    }
}

extension DeviceStage {
    @discardableResult
    fileprivate func installA(redirect: String) async throws -> [String] {
        try await installApp(
            DeviceCast.contosoA, team: DeviceCast.contosoTeam, client: SeedNames.suite, redirect: redirect,
            group: DeviceCast.group)
    }
}
#endif
