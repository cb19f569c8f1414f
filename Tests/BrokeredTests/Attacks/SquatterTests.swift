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

/// An app that owns A's scheme too, and was installed first: it receives the broker's replies.
@Suite("attacks: a squatter of the app's scheme", .onDevice)
struct SquatterTests {
    /// A device where the squatter was installed before A.
    private func onSquattedDevice(_ body: (DemoDevice, DeviceAppHandle) async throws -> Void) async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            try await demo.owner.perform(.uninstall(bundleID: DemoApps.contosoA))
            let squatter = try await demo.installMaliciousApp(schemes: ["msauth.\(DemoApps.contosoA)"])
            let warnings = try await demo.installApp(
                DemoApps.contosoA, team: DemoApps.contosoTeam, client: SeedNames.suite,
                redirect: "msauth.\(DemoApps.contosoA)://auth", group: DemoApps.group)
            #expect(warnings.contains { $0.contains("another team owns the scheme") })
            try await body(demo, squatter)
        }
    }

    @Test("R48: an app that claims the scheme later receives no reply, and one that was first can read none")
    func caughtReply() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            try await demo.installMaliciousApp(schemes: ["msauth.\(DemoApps.contosoA)"])
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded, "\(answer.message)")
            #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            try await demo.app(DemoApps.maliciousApp).activate()
            #expect(try await demo.tap(DemoApps.maliciousApp).allSatisfy { !$0.contains("response=") })
        }
        try await onSquattedDevice { demo, squatter in
            let (signIn, url) = try await demo.stolenResponse(squatter)
            #expect(url.hasPrefix("msauth.\(DemoApps.contosoA)://auth") && url.contains("response="))
            let tap = try await demo.tap(DemoApps.maliciousApp)
            #expect(tap.contains { $0.contains("response=") }, "the caught reply was not searched")
            // The search finds what the reply would contain without encryption.
            let open = Base64URL.encode(Array("access_token=AT&broker_nonce=N-1&scope=a&success=1".utf8))
            #expect(DemoDevice.holdsSecret("msauth.\(DemoApps.contosoA)://auth?response=\(open)&hash=00"))
            // A continues without its reply.
            try await demo.contosoA.activate()
            let answer = try await signIn.value
            #expect(!answer.succeeded)
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
        }
    }

    @Test("R54: one changed byte of a reply is detected, and nothing is stored")
    func flippedByte() async throws {
        try await onSquattedDevice { demo, squatter in
            let (signIn, url) = try await demo.stolenResponse(squatter)
            try await demo.owner.perform(.uninstall(bundleID: DemoApps.maliciousApp))
            #expect(try await demo.owner.open(try Claim.flipped(url)))
            let answer = try await signIn.value
            #expect(answer.code == "brokerFailed", "\(answer.json)")
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
        }
    }

    @Test("a genuine reply replayed after its request has ended is ignored")
    func replayed() async throws {
        try await onSquattedDevice { demo, squatter in
            let (signIn, url) = try await demo.stolenResponse(squatter)
            try await demo.owner.perform(.uninstall(bundleID: DemoApps.maliciousApp))
            #expect(try await demo.owner.open(url))
            let first = try await signIn.value
            #expect(first.succeeded, "\(first.message)")
            #expect(try await demo.contosoA.ask("wipe").succeeded)
            try await demo.contosoA.kill()
            #expect(try await demo.owner.open(url))
            let urls = try await demo.contosoA.ask("received").json["urls"]?.arrayValue ?? []
            #expect(urls.map { $0["taken"] } == [false])
        }
    }
}
#endif
#endif
