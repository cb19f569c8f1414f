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

/// The sender of a reply: the device reports it where it can, and otherwise the redirect URI, the key and the nonce,
/// which only the requested broker can have.
@Suite("attacks: a reply from another sender than the broker", .onDevice)
struct SenderTests {
    private static let courier = "test.courier"

    @Test(
        "R39: a broker is recognized by its bundle id in the app's table: under another id even genuine replies fail",
        arguments: ["test.impostor.broker", "test.keyfob.Broker"])
    func table(id: String) async throws {
        try await onDevice(os: .ios12, broker: nil) { stage in
            // The broker's own program, with the broker's schemes, under an id that is not in the app's table.
            try await stage.installBroker(.urlsOnly, bundleID: id)
            let refused = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(refused.code == "brokerFailed", "\(refused.json)")
            let urls = try await stage.contosoA.received()
            #expect(urls.map { $0["taken"] } == [false] && urls.map { $0["source"] } == [.string(id)])
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
            #expect(try await stage.passwordPrompts() == 1, "the user really signed in")
            // With that id in its table, the app accepts it.
            var configuration = stage.configuration(
                "Contoso A", client: SeedNames.suite, redirect: "msauth.\(DeviceCast.contosoA)://auth",
                group: DeviceCast.group)
            configuration.brokerIDs = [DeviceCast.broker, id]
            try await stage.install(
                DeviceCast.app(
                    DeviceCast.contosoA, teamID: DeviceCast.contosoTeam, configuration: configuration,
                    program: stage.program))
            let taken = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(taken.succeeded && taken.source == "broker", "\(taken.message)")
            #expect(try await stage.contosoA.received().map { $0["source"] } == [.string(id)])
            // And the one of the table, whatever else is installed.
            try await stage.owner.perform(.uninstall(bundleID: id))
            try await stage.installBroker(.urlsOnly)
            let genuine = try await stage.notes.signIn(SeedNames.ada)
            #expect(genuine.succeeded, "\(genuine.message)")
            #expect(try await stage.notes.received().map { $0["source"] } == [.string(DeviceCast.broker)])
        }
    }

    @Test("R67: A accepts only replies that the broker sent: by the sender, or by redirect URI, key and nonce")
    func source() async throws {
        // A device that reports senders: the genuine reply, with the right key and nonce, is refused from another app.
        try await onDevice(os: .ios12, broker: nil) { stage in
            try await stage.owner.perform(.uninstall(bundleID: DeviceCast.contosoA))
            let thief = try await stage.installStranger(schemes: ["msauth.\(DeviceCast.contosoA)"])
            try await stage.installStandardApps()
            try await stage.installBroker(.urlsOnly)
            let (signIn, url) = try await stage.stolenReply(thief)
            try await stage.owner.perform(.uninstall(bundleID: DeviceCast.stranger))
            try await stage.install(DeviceCast.stranger(Self.courier, teamID: "T9", program: stage.program))
            #expect(try await stage.app(Self.courier).ask("open", ["url": .string(url)]).succeeded)
            let stolen = try await signIn.value
            #expect(stolen.code == "brokerFailed", "\(stolen.json)")
            let urls = try await stage.contosoA.received()
            #expect(urls.map { $0["taken"] } == [false] && urls.map { $0["source"] } == [.string(Self.courier)])
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
            let own = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(own.succeeded, "\(own.message)")
            let last = try await stage.contosoA.received().last
            #expect(last?["taken"] == true && last?["source"]?.stringValue == DeviceCast.broker)
        }
        // A device that does not: the broker's reply is accepted, and no other redirect URI, key or nonce.
        for (name, change) in Self.forgeries {
            try await onDevice(broker: nil) { stage in
                try await stage.installWithSecondScheme()
                let forged = try await stage.askFakeBroker { request, _ in
                    var other = request
                    change(&other)
                    return try BrokerReply(.success(BrokerTokens())).url(answering: other)
                }
                #expect(forged.code == "brokerFailed", "\(name): \(forged.json)")
                let urls = try await stage.contosoA.received()
                #expect(urls.count == 1 && urls.first?["source"] == .null, "\(name)")
                #expect(try await stage.contosoA.ask("accounts").accounts == [], "\(name)")
                try await stage.owner.perform(.uninstall(bundleID: DeviceStage.fakeBroker))
                try await stage.installBroker(.urlsOnly)
                let own = try await stage.contosoA.signIn(SeedNames.ada)
                #expect(own.succeeded && own.source == "broker", "\(name): \(own.message)")
            }
        }
        // The extension: the device delivers the response of the one app that owns it, and gives that app the caller's
        // identity.
        try await onDevice { stage in
            let entry = try await stage.lastEntry()
            let answer = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.message)")
            let trace = try await stage.trace(after: entry)
            let answered = trace.filter { $0.kind == .signOnAnswered }
            #expect(!answered.isEmpty && answered.allSatisfy { $0.app == DeviceCast.broker }, "\(answered)")
            #expect(Set(trace.filter { $0.kind == .signOn }.map(\.app)) == [DeviceCast.contosoA])
            #expect(try await stage.contosoA.call(SeedNames.ada, force: true).source == "broker")
            let brokered = try await stage.admin.signIns().last { $0["event"] == "tokens_brokered" }
            #expect(brokered?["caller_bundle_id"]?.stringValue == DeviceCast.contosoA)
            #expect(brokered?["caller_assurance"] == "kernelEnforced")
        }
    }

    /// The parts of a reply that differ from the request.
    private static let forgeries: [(String, @Sendable (inout BrokerRequest) -> Void)] = [
        ("redirect", { $0.redirectURI = "x-msauth-contoso://\(DeviceCast.contosoA)" }),
        ("key", { $0.key = BrokerKey(random: SystemRandomSource()) }),
        ("nonce", { $0.nonce = "00000000-0000-4000-8000-000000000000" }),
    ]
}

extension DeviceStage {
    /// Installs A with a second redirect URI's scheme.
    fileprivate func installWithSecondScheme() async throws {
        var bundle = bundle(
            DeviceCast.contosoA, team: DeviceCast.contosoTeam, client: SeedNames.suite,
            redirect: "msauth.\(DeviceCast.contosoA)://auth", group: DeviceCast.group)
        bundle.bundle.schemes.append("x-msauth-contoso")
        try await install(bundle)
    }
}
#endif
