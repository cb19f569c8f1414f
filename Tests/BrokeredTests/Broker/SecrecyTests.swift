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

@testable import KeyfobBrokerCore
@testable import KeyfobDemo

/// Passwords and primary refresh tokens belong to the broker: the tests search the apps' files, output, responses and
/// memory.
@Suite("secrets of the broker", .onDevice)
struct SecrecyTests {
    @Test(
        "R9: no app sees the password, the primary refresh token or its key, in files, input, output or memory",
        arguments: [DemoDevice.BrokerKind.withExtension, .urlsOnly])
    func traceOfApps(kind: DemoDevice.BrokerKind) async throws {
        try await onDevice(broker: kind) { demo in
            // A password that no program contains.
            let password = "Pw-\(SystemRandomSource().uuid())"
            try await demo.admin.setPassword(Secret(password), of: "\(SeedNames.ada)")
            try await demo.setUser(SeedNames.ada, password: password)
            var answers: [AppResult] = []
            for app in [demo.contosoA, demo.notes] { answers.append(try await app.signIn(SeedNames.ada)) }
            answers.append(try await demo.contosoA.call(SeedNames.ada, force: kind == .withExtension))
            answers.append(try await demo.contosoA.ask("received", front: false))
            for answer in answers { #expect(answer.succeeded, "\(answer.json)") }
            let prompts = try await demo.passwordPrompts()
            #expect(prompts == 1, "no password was entered")

            let token = try #require(try await demo.secretsOfBroker().first)
            let key = token.sessionKey.bytes.reveal()
            let hidden = [
                password, token.token.reveal(), Base64URL.encode(key), Data(key).base64EncodedString(),
            ]
            let apps = [DemoApps.contosoA, DemoApps.notes]
            // The device's own trace, and everything that was returned, stored and printed.
            var texts = answers.map { $0.json.text() } + (try await demo.trace().map { $0.json.text() })
            texts += try await demo.whatAppsKeep() + apps.map { demo.board.log(of: $0) }
            #expect(texts.contains { $0.contains(SeedNames.ada) }, "nothing was searched")
            for (index, secret) in hidden.enumerated() {
                #expect(!texts.contains { $0.contains(secret) }, "secret \(index)")
            }
            // Their memory as it is now: each contains its own redirect URI, and none of the others.
            let needles = [key] + hidden.map { Array($0.utf8) }
            for bundleID in apps {
                let process = try #require(try await demo.listing(bundleID).processID)
                let own = Array("msauth.\(bundleID)://auth".utf8)
                let memory = ProcessMemory.search(process, for: needles + [own])
                #expect(memory.byteCount > 1 << 20, "\(bundleID): its memory could not be read")
                #expect(memory.found == [needles.count], "\(bundleID)")
            }
            // The broker has token and key, so that the search would have found them.
            let broker = try #require(try await demo.listing(DemoApps.broker).processID)
            let found = ProcessMemory.search(broker, for: [key, Array(token.token.reveal().utf8)]).found
            #expect(found == [0, 1])
        }
    }
}
#endif
#endif
