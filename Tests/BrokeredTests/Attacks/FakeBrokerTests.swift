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

/// An app that claims the broker's schemes. Over a bare URL it can deny service; it can read nobody's tokens, and put
/// nobody's account into an app that asked for another.
@Suite("attacks: a broker that is none", .onDevice)
struct FakeBrokerTests {
    static let bundleID = "test.fake.broker"

    /// Has A ask the fake broker for Ada, and gives the request that reached it.
    private func request(
        _ stage: DeviceStage, isBound: Bool = false, _ answer: (BrokerRequest, DeviceAppHandle) async throws -> String?
    ) async throws -> Answer {
        try await stage.install(
            DeviceCast.stranger(
                Self.bundleID, teamID: "T9", schemes: BrokerSchemes.microsoft.all, program: stage.program))
        let fake = stage.app(Self.bundleID)
        async let signIn = stage.contosoA.signIn(SeedNames.ada, isBound: isBound)
        // Launched by the URL, it is not driven before it runs.
        try await stage.owner.perform(.launchInBackground(bundleID: Self.bundleID))
        let received = try await fake.ask("next-url", front: false)
        let request = try BrokerRequest(
            url: received.json["url"]?.stringValue ?? "", to: .keyfobForMicrosoftSchemes)
        if let reply = try await answer(request, fake) {
            #expect(try await fake.ask("open", ["url": .string(reply)], front: false).succeeded)
        }
        if try await stage.owner.apps().first(where: \.isInForeground)?.origin.bundleID != DeviceCast.contosoA {
            // The person gives up and goes back.
            try await stage.contosoA.activate()
        }
        return try await signIn
    }

    @Test("R67-part: on a device that tells, a reply that the broker has not sent is none, and the app tells it so")
    func senderIsChecked() async throws {
        try await onDevice(os: .ios12, broker: nil) { stage in
            let answer = try await request(stage) { request, _ in
                try BrokerReply(.success(BrokerTokens())).url(answering: request)
            }
            #expect(answer.code == "userCanceled" || answer.code == "brokerFailed", "\(answer.json)")
            let urls = try await stage.contosoA.ask("received").json["urls"]?.arrayValue ?? []
            #expect(urls.map { $0["taken"] } == [false])
            #expect(urls.first?["source"]?.stringValue == Self.bundleID)
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
        }
    }

    @Test("tokens that no provider has signed are refused, and nothing is stored")
    func forgedTokens() async throws {
        try await onDevice(broker: nil) { stage in
            let answer = try await request(stage) { request, _ in
                var tokens = BrokerTokens()
                tokens.accessToken = Secret("forged")
                tokens.tokenType = "Bearer"
                tokens.idToken = Secret("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.")
                tokens.authority = request.authority
                tokens.scopes = [SeedNames.read]
                tokens.expiresOn = 4_000_000_000
                tokens.clientInfo = ClientInfo(uid: "1", utid: "2")
                return try BrokerReply(.success(tokens)).url(answering: request)
            }
            // Refused for what it is, and not because nothing came.
            #expect(!answer.succeeded && answer.code != "userCanceled", "\(answer.json)")
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
            #expect(try await stage.contosoA.call().code == "interactionRequired")
        }
    }

    @Test("a reply with another user's own, true tokens is refused, and that user is not signed in")
    func anotherUser() async throws {
        try await onDevice(broker: nil) { stage in
            #expect(try await stage.contosoA.signInHere(SeedNames.ada).succeeded)
            // Grace has really signed in with this client: her tokens are the provider's own.
            let grace = try await stage.contosoB.signInHere(SeedNames.grace)
            #expect(grace.succeeded, "\(grace.message)")
            // Apps of one suite share their accounts; A is to know hers from nobody but the broker.
            #expect(try await stage.contosoB.ask("wipe").succeeded)
            #expect(try await stage.contosoA.signInHere(SeedNames.ada).succeeded)
            let answer = try await request(stage, isBound: true) { request, _ in
                var tokens = BrokerTokens()
                tokens.accessToken = Secret(String(grace.token.reveal().split(separator: " ").last ?? ""))
                tokens.tokenType = "Bearer"
                tokens.authority = request.authority
                tokens.clientID = request.clientID
                tokens.scopes = [SeedNames.read]
                tokens.expiresOn = 4_000_000_000
                tokens.homeAccountID = grace.json["account"]?.stringValue
                let parts = (grace.json["account"]?.stringValue ?? "").split(separator: ".").map(String.init)
                tokens.clientInfo = ClientInfo(uid: parts.first ?? "", utid: parts.last ?? "")
                tokens.idToken = Secret(grace.json["id_token"]?.stringValue ?? "")
                return try BrokerReply(.success(tokens)).url(answering: request)
            }
            #expect(!answer.succeeded && answer.code != "userCanceled", "\(answer.json)")
            #expect(try await stage.contosoA.ask("accounts").accounts == [SeedNames.ada])
        }
    }

    @Test("a reply under another nonce, and one that was sent before, end their request at most and store nothing")
    func replayed() async throws {
        try await onDevice(broker: nil) { stage in
            var first: BrokerRequest?
            _ = try await request(stage) { request, _ in
                first = request
                return nil
            }
            let earlier = try #require(first)
            let answer = try await request(stage) { _, _ in
                // Under the key that the app still uses, and with the nonce of its earlier request.
                try BrokerReply(.success(BrokerTokens())).url(answering: earlier)
            }
            #expect(answer.code == "brokerFailed", "\(answer.json)")
            #expect(answer.message.contains("does not belong to this app's request"), "\(answer.message)")
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
        }
    }
}
#endif
