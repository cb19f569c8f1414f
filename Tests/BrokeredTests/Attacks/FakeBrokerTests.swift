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

/// An app that claims the broker's schemes. Over a bare URL it can deny service, but it can neither read tokens nor put
/// an account into an app that requested another.
@Suite("attacks: a fake broker", .onDevice)
struct FakeBrokerTests {
    @Test("R67-part: on a device that reports senders, a reply from another app is not taken")
    func senderIsChecked() async throws {
        try await onDevice(os: .ios12, broker: nil) { demo in
            let answer = try await demo.askFakeBroker { request, _ in
                try BrokerResponse(.success(BrokerTokens())).url(answering: request)
            }
            #expect(answer.code == "userCanceled" || answer.code == "brokerFailed", "\(answer.json)")
            let urls = try await demo.contosoA.ask("received").json["urls"]?.arrayValue ?? []
            #expect(urls.map { $0["taken"] } == [false])
            #expect(urls.first?["source"]?.stringValue == DemoDevice.fakeBroker)
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
        }
    }

    @Test("tokens that the provider has not signed are refused, and nothing is stored")
    func forgedTokens() async throws {
        try await onDevice(broker: nil) { demo in
            let answer = try await demo.askFakeBroker { request, _ in
                var tokens = BrokerTokens()
                tokens.accessToken = Secret("forged")
                tokens.tokenType = "Bearer"
                tokens.idToken = Secret("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.")
                tokens.authority = request.authority
                tokens.scopes = [SeedNames.read]
                tokens.expiresOn = 4_000_000_000
                tokens.clientInfo = ClientInfo(uid: "1", utid: "2")
                return try BrokerResponse(.success(tokens)).url(answering: request)
            }
            // Refused for its content, and not because nothing came.
            #expect(!answer.succeeded && answer.code != "userCanceled", "\(answer.json)")
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
            #expect(try await demo.contosoA.call().code == "interactionRequired")
        }
    }

    /// A device on which Ada is signed in at A and Grace at B, and the genuine tokens that the provider issued to
    /// Grace.
    private func withTwoPeople(
        _ body: (DemoDevice, BrokerTokens) async throws -> Void
    ) async throws {
        try await onDevice(broker: nil) { demo in
            #expect(try await demo.contosoA.signInHere(SeedNames.ada).succeeded)
            let grace = try await demo.contosoB.signInHere(SeedNames.grace)
            #expect(grace.succeeded, "\(grace.message)")
            // Apps of one suite share their accounts; A is to get hers from the broker only.
            #expect(try await demo.contosoB.ask("wipe").succeeded)
            #expect(try await demo.contosoA.signInHere(SeedNames.ada).succeeded)
            var tokens = BrokerTokens()
            tokens.accessToken = Secret(String(grace.token.reveal().split(separator: " ").last ?? ""))
            tokens.tokenType = "Bearer"
            tokens.authority = try Authority(demo.authority)
            tokens.clientID = SeedNames.suite
            tokens.scopes = [SeedNames.read]
            tokens.expiresOn = 4_000_000_000
            tokens.homeAccountID = grace.json["account"]?.stringValue
            let parts = (grace.json["account"]?.stringValue ?? "").split(separator: ".").map(String.init)
            tokens.clientInfo = ClientInfo(uid: parts.first ?? "", utid: parts.last ?? "")
            tokens.idToken = Secret(grace.json["id_token"]?.stringValue ?? "")
            try await body(demo, tokens)
        }
    }

    /// Grace's tokens, beside unsigned members that name Ada's account.
    private func disguised(_ tokens: BrokerTokens, _ demo: DemoDevice) async throws -> BrokerTokens {
        let account = try await demo.contosoA.call(SeedNames.ada).json["account"]?.stringValue ?? ""
        #expect(!account.isEmpty && account != tokens.homeAccountID)
        var tokens = tokens
        tokens.clientInfo = ForgedMembers.info(account)
        tokens.homeAccountID = account
        tokens.userID = SeedNames.ada
        return tokens
    }

    /// Checks that A refused Grace as another account than the requested one, and has only Ada's.
    private func expectOnlyAda(
        _ answer: AppResult, _ demo: DemoDevice, _ name: String, isDisguised: Bool = false
    ) async throws {
        #expect(answer.code == (isDisguised ? "invalidResponse" : "accountMismatch"), "\(name): \(answer.json)")
        let message =
            isDisguised
            ? "names another account (client_info) than its signed ID token"
            : "Another account signed in than the requested one"
        #expect(answer.message.contains(message), "\(name): \(answer.message)")
        let kept = try await demo.whatAppsKeep()
        #expect(!kept.contains { $0.contains(SeedNames.grace) }, "\(name): something of hers was stored")
    }

    @Test("a reply with another user's genuine tokens is refused for the account, although correctly encrypted")
    func anotherUser() async throws {
        try await withTwoPeople { demo, tokens in
            let answer = try await demo.askFakeBroker(isBound: true) { request, _ in
                try BrokerResponse(.success(tokens)).url(answering: request)
            }
            try await expectOnlyAda(answer, demo, "encrypted")
            let forged = try await disguised(tokens, demo)
            let other = try await demo.askFakeBroker(isBound: true) { request, _ in
                try BrokerResponse(.success(forged)).url(answering: request)
            }
            try await expectOnlyAda(other, demo, "disguised", isDisguised: true)
            #expect(try await demo.contosoA.ask("accounts").accounts == [SeedNames.ada])
        }
    }

    @Test("the same tokens in clear text are not accepted, next to an encrypted failure or in place of one")
    func anotherUserInClear() async throws {
        try await withTwoPeople { demo, tokens in
            for extra in ["", "&error_code=-50002&error_domain=MSALErrorDomain"] {
                let answer = try await demo.askFakeBroker(isBound: true) { request, _ in
                    var form = FormParameters([
                        ("access_token", tokens.accessToken?.reveal() ?? ""), ("success", "1"),
                        ("id_token", tokens.idToken?.reveal() ?? ""), ("broker_nonce", request.nonce ?? ""),
                        ("msg_protocol_ver", "3"), ("home_account_id", tokens.homeAccountID ?? ""),
                    ])
                    form.set("client_info", ifPresent: tokens.clientInfo?.rawValue)
                    return "\(request.redirectURI)/broker?\(form.encoded)\(extra)"
                }
                #expect(answer.code == "brokerFailed", "\(extra): \(answer.json)")
                let kept = try await demo.whatAppsKeep()
                #expect(!kept.contains { $0.contains(SeedNames.grace) }, "something of hers was stored")
                #expect(try await demo.contosoA.ask("accounts").accounts == [SeedNames.ada])
            }
        }
    }

    @Test(
        "an extension's owner that responds with another user's genuine tokens is refused for the account",
        arguments: [true, false])
    func anotherUserByExtension(isDisguised: Bool) async throws {
        try await withTwoPeople { demo, tokens in
            let sent = try await isDisguised ? disguised(tokens, demo) : tokens
            try await demo.install(
                DemoApps.maliciousApp(
                    DemoDevice.fakeBroker, teamID: "T9", domains: ["authsrv:localhost"], program: demo.program))
            let fake = demo.app(DemoDevice.fakeBroker)
            try await demo.owner.perform(.launchInBackground(bundleID: DemoDevice.fakeBroker))
            async let signIn = demo.contosoA.signIn(SeedNames.ada, isBound: true)
            var reply: [String: String]?
            while reply == nil {
                let call = try await fake.ask("next-sign-on", front: false)
                let operation = SingleSignOnOperation(rawValue: call.json["operation"]?.stringValue ?? "")
                #expect(call.json["caller"]?.stringValue == DemoApps.contosoA)
                if operation == .login {
                    reply = SingleSignOnResponse(.login, .tokens(BrokerResponse(.success(sent)))).dictionary
                }
                let answer = reply ?? SingleSignOnResponse(operation ?? .accounts, .accounts([])).dictionary
                _ = try await fake.ask(
                    "answer-sign-on",
                    ["call": call.json["call"] ?? .null, "reply": .object(answer.mapValues { .string($0) })],
                    front: false)
            }
            try await expectOnlyAda(try await signIn, demo, "extension", isDisguised: isDisguised)
        }
    }

    @Test("a reply with another nonce, and a replayed one, at most end their request and store nothing")
    func replayed() async throws {
        try await onDevice(broker: nil) { demo in
            var first: BrokerRequest?
            _ = try await demo.askFakeBroker { request, _ in
                first = request
                return nil
            }
            let earlier = try #require(first)
            let answer = try await demo.askFakeBroker { _, _ in
                // Under the key that the app still uses, with the nonce of its earlier request.
                try BrokerResponse(.success(BrokerTokens())).url(answering: earlier)
            }
            #expect(answer.code == "brokerFailed", "\(answer.json)")
            #expect(answer.message.contains("does not belong to this app's request"), "\(answer.message)")
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
        }
    }
}
#endif
#endif
