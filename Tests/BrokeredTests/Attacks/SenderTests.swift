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

/// The sender of a reply: the device reports it where it can, and otherwise the redirect URI, the key and the nonce,
/// which only the requested broker can have.
@Suite("attacks: a reply from another sender than the broker", .onDevice)
struct SenderTests {
    private static let courier = "test.courier"

    @Test(
        "R39: a broker is recognized by its bundle id in the app's table: under another id even genuine replies fail",
        arguments: ["test.impostor.broker", "test.keyfob.Broker"])
    func table(id: String) async throws {
        try await onDevice(os: .ios12, broker: nil) { demo in
            // The broker's own program, with the broker's schemes, under an id that is not in the app's table.
            try await demo.installBroker(.urlsOnly, bundleID: id)
            let refused = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(refused.code == "brokerFailed", "\(refused.json)")
            let urls = try await demo.contosoA.received()
            #expect(urls.map { $0["taken"] } == [false] && urls.map { $0["source"] } == [.string(id)])
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
            #expect(try await demo.passwordPrompts() == 1, "the user really signed in")
            // With that id in its table, the app accepts it.
            var configuration = demo.configuration(
                "Contoso A", client: SeedNames.suite, redirect: "msauth.\(DemoApps.contosoA)://auth",
                group: DemoApps.group)
            configuration.brokerIDs = [DemoApps.broker, id]
            try await demo.install(
                DemoApps.app(
                    DemoApps.contosoA, teamID: DemoApps.contosoTeam, configuration: configuration,
                    program: demo.program))
            let taken = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(taken.succeeded && taken.source == "broker", "\(taken.message)")
            #expect(try await demo.contosoA.received().map { $0["source"] } == [.string(id)])
            // And the one of the table, whatever else is installed.
            try await demo.owner.perform(.uninstall(bundleID: id))
            try await demo.installBroker(.urlsOnly)
            let genuine = try await demo.notes.signIn(SeedNames.ada)
            #expect(genuine.succeeded, "\(genuine.message)")
            #expect(try await demo.notes.received().map { $0["source"] } == [.string(DemoApps.broker)])
        }
    }

    @Test("R67: A accepts only replies that the broker sent: by the sender, or by redirect URI, key and nonce")
    func source() async throws {
        // A device that reports senders: the genuine reply, with the right key and nonce, is refused from another app.
        try await onDevice(os: .ios12, broker: nil) { demo in
            try await demo.owner.perform(.uninstall(bundleID: DemoApps.contosoA))
            let thief = try await demo.installMaliciousApp(schemes: ["msauth.\(DemoApps.contosoA)"])
            try await demo.installStandardApps()
            try await demo.installBroker(.urlsOnly)
            let (signIn, url) = try await demo.stolenResponse(thief)
            try await demo.owner.perform(.uninstall(bundleID: DemoApps.maliciousApp))
            try await demo.install(DemoApps.maliciousApp(Self.courier, teamID: "T9", program: demo.program))
            #expect(try await demo.app(Self.courier).ask("open", ["url": .string(url)]).succeeded)
            let stolen = try await signIn.value
            #expect(stolen.code == "brokerFailed", "\(stolen.json)")
            let urls = try await demo.contosoA.received()
            #expect(urls.map { $0["taken"] } == [false] && urls.map { $0["source"] } == [.string(Self.courier)])
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
            let own = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(own.succeeded, "\(own.message)")
            let last = try await demo.contosoA.received().last
            #expect(last?["taken"] == true && last?["source"]?.stringValue == DemoApps.broker)
        }
        // A device that does not: the broker's reply is accepted, and no other redirect URI, key or nonce.
        for (name, change) in Self.forgeries {
            try await onDevice(broker: nil) { demo in
                try await demo.installWithSecondScheme()
                let forged = try await demo.askFakeBroker { request, _ in
                    var other = request
                    change(&other)
                    return try BrokerResponse(.success(BrokerTokens())).url(answering: other)
                }
                #expect(forged.code == "brokerFailed", "\(name): \(forged.json)")
                let urls = try await demo.contosoA.received()
                #expect(urls.count == 1 && urls.first?["source"] == .null, "\(name)")
                #expect(try await demo.contosoA.ask("accounts").accounts == [], "\(name)")
                try await demo.owner.perform(.uninstall(bundleID: DemoDevice.fakeBroker))
                try await demo.installBroker(.urlsOnly)
                let own = try await demo.contosoA.signIn(SeedNames.ada)
                #expect(own.succeeded && own.source == "broker", "\(name): \(own.message)")
            }
        }
        // The extension: the device delivers the response of the one app that owns it, and gives that app the caller's
        // identity.
        try await onDevice { demo in
            let entry = try await demo.lastEntry()
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.message)")
            let trace = try await demo.trace(after: entry)
            let answered = trace.filter { $0.kind == .signOnAnswered }
            #expect(!answered.isEmpty && answered.allSatisfy { $0.app == DemoApps.broker }, "\(answered)")
            #expect(Set(trace.filter { $0.kind == .signOn }.map(\.app)) == [DemoApps.contosoA])
            #expect(try await demo.contosoA.call(SeedNames.ada, force: true).source == "broker")
            let brokered = try await demo.admin.signIns().last { $0["event"] == "tokens_brokered" }
            #expect(brokered?["caller_bundle_id"]?.stringValue == DemoApps.contosoA)
            #expect(brokered?["caller_assurance"] == "kernelEnforced")
        }
    }

    /// The parts of a reply that differ from the request.
    private static let forgeries: [(String, @Sendable (inout BrokerRequest) -> Void)] = [
        ("redirect", { $0.redirectURI = "x-msauth-contoso://\(DemoApps.contosoA)" }),
        ("key", { $0.key = BrokerKey(random: SystemRandomSource()) }),
        ("nonce", { $0.nonce = "00000000-0000-4000-8000-000000000000" }),
    ]
}

extension DemoDevice {
    /// Installs A with a second redirect URI's scheme.
    fileprivate func installWithSecondScheme() async throws {
        var bundle = bundle(
            DemoApps.contosoA, team: DemoApps.contosoTeam, client: SeedNames.suite,
            redirect: "msauth.\(DemoApps.contosoA)://auth", group: DemoApps.group)
        bundle.bundle.schemes.append("x-msauth-contoso")
        try await install(bundle)
    }
}
#endif
#endif
