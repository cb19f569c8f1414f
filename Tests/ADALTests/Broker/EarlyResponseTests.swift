import ADAL
import Foundation
import KeyfobTesting
import Testing

/// iOS launches an app that it has ended with the response's URL, and an app with ADAL makes a context for each call.
@Suite("A broker's response that arrives before the context is made", .ownBrokeredClients)
struct EarlyResponseTests {
    private func handle(_ url: URL, from source: String? = nil) -> Bool {
        ADAuthenticationContext.handleADALResponse(url, sourceApplication: source)
    }

    /// Ends the app while the broker is in front, and runs it again with the broker's response.
    private func inNextRun(of scene: BrokerScene, _ body: (URL, ADBrokeredClients) async throws -> Void) async throws {
        scene.app.isKilledInBackground = true
        let first = try scene.context(AD_CREDENTIALS_AUTO)
        let lost = Task { await first.asking(redirect: Device.redirect) }
        await scene.app.pause.isWaiting()
        await scene.app.settle()
        let url = try #require(scene.app.received.first.flatMap { URL(string: $0) })
        let clients = ADBrokeredClients()
        try await ADBrokeredClients.$current.withValue(clients) { try await body(url, clients) }
        lost.cancel()
        _ = await lost.value
    }

    @Test func `it is kept for the next context, and taken once`() async throws {
        let scene = try await BrokerScene()
        try await inNextRun(of: scene) { url, clients in
            #expect(handle(url))
            #expect(handle(url), "from the other delegate")
            let context = try scene.context(AD_CREDENTIALS_AUTO)
            await clients.settle()
            #expect(ADWebAuthController.responseFromInterruptedBrokerSession()?.status == AD_SUCCEEDED)
            #expect(await context.silent().status == AD_SUCCEEDED)
            _ = try scene.context(AD_CREDENTIALS_AUTO)
            await clients.settle()
            #expect(ADWebAuthController.responseFromInterruptedBrokerSession() == nil)
        }
    }

    @Test func `one whose request is too old is dropped by the context`() async throws {
        let scene = try await BrokerScene()
        try await inNextRun(of: scene) { url, clients in
            #expect(handle(url))
            scene.world.clock.advance(seconds: 601)
            let context = try scene.context(AD_CREDENTIALS_AUTO)
            await clients.settle()
            #expect(ADWebAuthController.responseFromInterruptedBrokerSession() == nil)
            #expect(await context.silent().status == AD_FAILED)
            #expect(!handle(url), "a context with a broker has no request for it")
        }
    }

    @Test func `nothing else is kept: no other URL, no other version, nothing from another app`() throws {
        let address = "x-msauth-contoso://test.contoso.a"
        for text in [
            "contoso-help://page", address, "\(address)?response=a&hash=b",
            "\(address)?response=a&hash=b&msg_protocol_ver=3",
        ] {
            #expect(!handle(try #require(URL(string: text))), "\(text)")
        }
        let reply = try #require(URL(string: "\(address)?response=a&hash=b&msg_protocol_ver=2"))
        #expect(!handle(reply, from: "com.attacker.app"))
        #expect(handle(reply, from: "com.microsoft.azureauthenticator"), "no context can check it yet")
    }
}
