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
    private func onSquattedDevice(_ body: (DeviceStage, DeviceAppHandle) async throws -> Void) async throws {
        try await onDevice(broker: .urlsOnly) { stage in
            try await stage.owner.perform(.uninstall(bundleID: DeviceCast.contosoA))
            let squatter = try await stage.installStranger(schemes: ["msauth.\(DeviceCast.contosoA)"])
            let warnings = try await stage.installApp(
                DeviceCast.contosoA, team: DeviceCast.contosoTeam, client: SeedNames.suite,
                redirect: "msauth.\(DeviceCast.contosoA)://auth", group: DeviceCast.group)
            #expect(warnings.contains { $0.contains("another team owns the scheme") })
            try await body(stage, squatter)
        }
    }

    @Test("R48: an app that claims the scheme later receives no reply, and one that was first can read none")
    func caughtReply() async throws {
        try await onDevice(broker: .urlsOnly) { stage in
            try await stage.installStranger(schemes: ["msauth.\(DeviceCast.contosoA)"])
            let answer = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded, "\(answer.message)")
            #expect(try stage.api.accept(answer.token).user == SeedNames.ada)
            try await stage.app(DeviceCast.stranger).activate()
            #expect(try await stage.tap(DeviceCast.stranger).allSatisfy { !$0.contains("response=") })
        }
        try await onSquattedDevice { stage, squatter in
            let (signIn, url) = try await stage.stolenReply(squatter)
            #expect(url.hasPrefix("msauth.\(DeviceCast.contosoA)://auth") && url.contains("response="))
            let tap = try await stage.tap(DeviceCast.stranger)
            #expect(tap.contains { $0.contains("response=") }, "the caught reply was not searched")
            // The search finds what the reply would contain without encryption.
            let open = Base64URL.encode(Array("access_token=AT&broker_nonce=N-1&scope=a&success=1".utf8))
            #expect(DeviceStage.holdsSecret("msauth.\(DeviceCast.contosoA)://auth?response=\(open)&hash=00"))
            // A continues without its reply.
            try await stage.contosoA.activate()
            let answer = try await signIn.value
            #expect(!answer.succeeded)
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
        }
    }

    @Test("R54: one changed byte of a reply is detected, and nothing is stored")
    func flippedByte() async throws {
        try await onSquattedDevice { stage, squatter in
            let (signIn, url) = try await stage.stolenReply(squatter)
            try await stage.owner.perform(.uninstall(bundleID: DeviceCast.stranger))
            #expect(try await stage.owner.open(try Claim.flipped(url)))
            let answer = try await signIn.value
            #expect(answer.code == "brokerFailed", "\(answer.json)")
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
        }
    }

    @Test("a genuine reply replayed after its request has ended is ignored")
    func replayed() async throws {
        try await onSquattedDevice { stage, squatter in
            let (signIn, url) = try await stage.stolenReply(squatter)
            try await stage.owner.perform(.uninstall(bundleID: DeviceCast.stranger))
            #expect(try await stage.owner.open(url))
            let first = try await signIn.value
            #expect(first.succeeded, "\(first.message)")
            #expect(try await stage.contosoA.ask("wipe").succeeded)
            try await stage.contosoA.kill()
            #expect(try await stage.owner.open(url))
            let urls = try await stage.contosoA.ask("received").json["urls"]?.arrayValue ?? []
            #expect(urls.map { $0["taken"] } == [false])
        }
    }
}
#endif
