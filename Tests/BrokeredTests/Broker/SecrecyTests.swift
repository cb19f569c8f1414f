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

/// Passwords and primary refresh tokens are the broker's: what the apps keep, print, answer, and have in memory.
@Suite("what only the broker sees", .onDevice)
struct SecrecyTests {
    @Test(
        "R9: through sign-in, second app, renewal and sign-out no app sees a password, a primary refresh token or its key",
        arguments: [DeviceStage.BrokerKind.withExtension, .urlsOnly])
    func traceOfApps(kind: DeviceStage.BrokerKind) async throws {
        try await onDevice(broker: kind) { stage in
            // A password that stands in no program.
            let password = "Pw-\(SystemRandomSource().uuid())"
            try await stage.admin.call(.patch, "/_admin/users/\(SeedNames.ada)", ["password": .string(password)])
            try await stage.seat(SeedNames.ada, password: password)
            var answers: [Answer] = []
            for app in [stage.contosoA, stage.notes] { answers.append(try await app.signIn(SeedNames.ada)) }
            answers.append(try await stage.contosoA.call(SeedNames.ada, force: kind == .withExtension))
            answers.append(try await stage.contosoA.ask("received", front: false))
            for answer in answers { #expect(answer.succeeded, "\(answer.json)") }
            let prompts = try await stage.passwordPrompts()
            #expect(prompts == 1, "nobody has typed a password")

            let token = try #require(try await stage.secretsOfBroker().first)
            let key = token.sessionKey.bytes.reveal()
            let hidden = [
                password, token.token.reveal(), Base64URL.encode(key), Data(key).base64EncodedString(),
            ]
            let apps = [DeviceCast.contosoA, DeviceCast.notes]
            // The device's own trace, all that was answered, kept and printed.
            var texts = answers.map { $0.json.text() } + (try await stage.trace().map { $0.json.text() })
            texts += try await stage.whatAppsKeep() + apps.map { stage.board.log(of: $0) }
            #expect(texts.contains { $0.contains(SeedNames.ada) }, "nothing was searched")
            for (index, secret) in hidden.enumerated() {
                #expect(!texts.contains { $0.contains(secret) }, "secret \(index)")
            }
            // Their memory, as it is now: each has its own token in it, and none of the others.
            for (bundleID, answer) in zip(apps, answers) {
                let own = String(answer.token.reveal().split(separator: " ").last ?? "")
                let process = try #require(try await stage.listing(bundleID).processID)
                let memory = ProcessMemory.search(process, for: hidden + [own])
                #expect(memory.byteCount > 1 << 20, "\(bundleID): its memory could not be read")
                #expect(memory.found == [own], "\(bundleID)")
            }
            // The broker has it, so that the search would have found it.
            let broker = try #require(try await stage.listing(DeviceCast.broker).processID)
            #expect(ProcessMemory.search(broker, for: hidden).found.contains(token.token.reveal()))
        }
    }
}
#endif
