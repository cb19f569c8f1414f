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

/// An app that imitates another in everything it can claim: its scheme, its bundle id, its client id and redirect URI.
@Suite("attacks: a rival that takes an app's name", .onDevice)
struct RivalTests {
    @Test(
        "R43: an app that claims A's scheme and bundle id gets nothing, by the extension and by URL, on any device",
        arguments: [DeviceOS.ios12, .ios13])
    func imitation(os: DeviceOS) async throws {
        try await onDevice(os: os) { demo in
            #expect(try await demo.contosoA.signIn(SeedNames.ada).succeeded)
            // Installed as A itself but signed by another team: that is no update of A.
            let asA = demo.bundle(
                DemoApps.contosoA, team: "T9", client: SeedNames.suite,
                redirect: "msauth.\(DemoApps.contosoA)://auth", group: DemoApps.group)
            await #expect(throws: DeviceError.self) { try await demo.install(asA) }
            #expect(try await demo.listing(DemoApps.contosoA).origin.teamID == DemoApps.contosoTeam)
            // Installed as itself, with A's scheme.
            let rival = try await demo.installMaliciousApp(schemes: ["msauth.\(DemoApps.contosoA)"])
            let (entry, seen) = (try await demo.lastEntry(), try await demo.contosoA.received())
            try await askByExtension(rival, demo)
            try await askByURL(rival, os: os, demo)
            // The broker's reply to the URL, where the sender is unknown, is addressed to A, which has sent no request.
            let forA = try await demo.contosoA.received().dropFirst(seen.count)
            #expect(forA.map { $0["taken"] } == (os == .ios12 ? [] : [false]))
            #expect(try await demo.contosoA.ask("accounts").accounts == [SeedNames.ada])
            let delivered = try await demo.trace(after: entry).filter { $0.kind == .deliveredURL }
            #expect(!delivered.contains { $0.app == DemoApps.maliciousApp }, "\(delivered)")
            _ = try await demo.tap(DemoApps.maliciousApp)
        }
    }

    /// The rival calls itself A in a message to the extension.
    private func askByExtension(_ rival: DeviceAppHandle, _ demo: DemoDevice) async throws {
        let account = try await demo.adasAccount()
        let (before, entry) = (try await demo.admin.lastSignIn(), try await demo.lastEntry())
        for operation in ["refresh", "login"] {
            let reply = try await rival.askExtension(
                as: SeedNames.suite, redirect: "msauth.\(DemoApps.contosoA)://auth", at: demo.authority,
                account: account, operation: operation,
                adding: ["source_application": DemoApps.contosoA, "caller_bundle_id": DemoApps.contosoA])
            try demo.requireNothing(in: reply)
            #expect(
                reply.json.text().contains(DemoApps.maliciousApp),
                "the broker does not name the app that it refused: \(reply.json)")
        }
        let asked = try await demo.trace(after: entry).filter { $0.kind == .signOn }
        #expect(asked.map(\.app) == [DemoApps.maliciousApp, DemoApps.maliciousApp])
        #expect(try await demo.admin.signIns(after: before).isEmpty, "the provider got a request")
    }

    /// The rival opens the URL that A would open, with its own key.
    private func askByURL(_ rival: DeviceAppHandle, os: DeviceOS, _ demo: DemoDevice) async throws {
        let (before, entry) = (try await demo.admin.lastSignIn(), try await demo.lastEntry())
        let shown = try demo.browserFolder.visits().count
        try await rival.activate()
        var request = BrokerRequest(
            target: .scopes([SeedNames.read], openID: ["openid"]), authority: try Authority(demo.authority),
            clientID: SeedNames.suite, redirectURI: "msauth.\(DemoApps.contosoA)://auth",
            correlationID: "11111111-2222-4333-8444-555555555555",
            key: try #require(BrokerKey(bytes: [UInt8](repeating: 7, count: 32))), nonce: "N")
        request.user = BrokerUser(loginHint: SeedNames.ada)
        #expect(
            try await rival.ask("open", ["url": .string(request.url(to: .keyfobForMicrosoftSchemes))]).succeeded)
        if os == .ios13 {
            // The user accepts an app that the broker calls not verified: the worst choice available.
            try await demo.owner.untilTraced(after: entry) {
                $0.kind == .deliveredURL && $0.app == DemoApps.contosoA
            }
            return
        }
        let pages = try await demo.browserFolder.visit(after: shown).pages
        #expect(pages.first == "broker-notice" && !pages.contains("broker-confirmation"), "\(pages)")
        #expect(try await demo.admin.signIns(after: before).isEmpty, "the provider got a request")
    }

    @Test("R65: of two apps with one scheme the other one learns nothing, and every check warns about the scheme")
    func sharedScheme() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            let common = "myapp://\(DemoApps.contosoA)"
            // The provider warns when the redirect URI is registered ...
            let advice = try await demo.register(common, for: SeedNames.suite)
            #expect(
                advice.map { $0["code"] } == ["schemeNotDistinctive"]
                    && advice.map { $0["redirectUri"] } == [.string(common)])
            // ... `doctor` where the app is built ...
            let bundle = AppBundle(
                DemoApps.contosoA, teamID: DemoApps.contosoTeam, schemes: ["myapp"],
                queriedSchemes: BrokerSchemes.microsoft.all)
            let said = try await demo.doctor(bundle, client: SeedNames.suite, redirect: common)
            #expect(
                said.json["findings"]?.arrayValue?.contains { $0["code"] == "schemeNotDistinctive" } == true,
                "\(said.json.text())")
            // A was installed first: the bundle id in the host leads the reply to A.
            try await demo.owner.perform(.uninstall(bundleID: DemoApps.contosoA))
            try await demo.installA(redirect: common)
            let rival = try await demo.installMaliciousApp(schemes: ["myapp", "msauth.\(DemoApps.contosoA)"])
            let entry = try await demo.lastEntry()
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.message)")
            #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            let delivered = try await demo.trace(after: entry).filter { $0.kind == .deliveredURL }
            #expect(!delivered.contains { $0.app == DemoApps.maliciousApp } && !delivered.isEmpty)
            // ... and the device warns where another team's app has the scheme already. That app then gets replies that
            // it cannot read.
            #expect(try await demo.contosoA.ask("wipe").succeeded)
            try await demo.owner.perform(.uninstall(bundleID: DemoApps.contosoA))
            let warnings = try await demo.installA(redirect: common)
            #expect(warnings.contains { $0.contains("myapp") && $0.contains("another team owns the scheme") })
            try await demo.installA(redirect: "msauth.\(DemoApps.contosoA)://auth")
            let (signIn, url) = try await demo.stolenResponse(rival)
            #expect(url.contains("response="))
            let tap = try await demo.tap(DemoApps.maliciousApp)
            #expect(tap.contains { $0.contains("response=") }, "the caught reply was not searched")
            try await demo.contosoA.activate()
            #expect(try await !signIn.value.succeeded)
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
        }
    }
}

extension DemoDevice {
    @discardableResult
    fileprivate func installA(redirect: String) async throws -> [String] {
        try await installApp(
            DemoApps.contosoA, team: DemoApps.contosoTeam, client: SeedNames.suite, redirect: redirect,
            group: DemoApps.group)
    }
}
#endif
#endif
