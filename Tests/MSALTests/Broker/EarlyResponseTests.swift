import Foundation
import KeyfobClient
import KeyfobTesting
import MSAL
import Testing

/// iOS launches an app that it has ended with the response's URL, and many apps make their application later.
@Suite("A broker's response that arrives before the application is made", .ownProcess)
struct EarlyResponseTests {
    private func handle(_ url: URL, from source: String? = nil) -> Bool {
        MSALPublicClientApplication.handleMSALResponse(url, sourceApplication: source)
    }

    /// Ends the app while the broker is in front, and runs it again with the broker's response.
    private func inNextRun(of device: BrokerDevice, _ body: (URL) async throws -> Void) async throws {
        device.app.isKilledInBackground = true
        let first = try device.msal()
        let lost = Task { await failure { try await first.acquireToken(with: Contoso.interactive()) } }
        await device.app.pause.isWaiting()
        await device.app.settle()
        let url = try #require(device.app.received.first.flatMap { URL(string: $0) })
        try await ProcessState.$current.withValue(ProcessState()) { try await body(url) }
        lost.cancel()
        _ = await lost.value
    }

    @Test func `it is kept for the application that sent the request, which takes it once`() async throws {
        let device = try await BrokerDevice()
        try await inNextRun(of: device) { url in
            #expect(handle(url))
            #expect(handle(url), "from the other delegate")
            let other = try device.msal("http://localhost/contoso-a", isNextRun: true)
            #expect(await other.core.resumedResponse() == nil, "it has sent no request")
            let next = try device.msal(isNextRun: true)
            #expect(await next.core.resumedResponse() != nil)
            let account = try #require(try next.allAccounts().first)
            let silent = try await next.acquireTokenSilent(
                with: MSALSilentTokenParameters(scopes: Contoso.read, account: account))
            #expect(!silent.accessToken.isEmpty)
            let third = try device.msal(isNextRun: true)
            #expect(await third.core.resumedResponse() == nil)
            #expect(!handle(url, from: "com.attacker.app"))
        }
    }

    @Test func `one that arrives while only another application exists is kept too`() async throws {
        let device = try await BrokerDevice()
        try await inNextRun(of: device) { url in
            let other = try device.msal("http://localhost/contoso-a", isNextRun: true)
            #expect(!handle(url, from: "com.attacker.app"))
            #expect(handle(url))
            #expect(await other.core.resumedResponse() == nil)
            let next = try device.msal(isNextRun: true)
            #expect(await next.core.resumedResponse() != nil)
            #expect(try next.allAccounts().map(\.username) == [Contoso.ada])
        }
    }

    @Test func `one whose request is too old is dropped by the application`() async throws {
        let device = try await BrokerDevice()
        try await inNextRun(of: device) { url in
            #expect(handle(url))
            device.world.clock.advance(seconds: 601)
            let next = try device.msal(isNextRun: true)
            #expect(await next.core.resumedResponse() == nil)
            #expect(try next.allAccounts().isEmpty)
            #expect(!handle(url), "an application with a broker has no request for it")
        }
    }

    @Test func `nothing else is kept: no other URL, no other version, nothing from another app`() async throws {
        let device = try await BrokerDevice()
        let address = "msauth.test.contoso.a://auth"
        for text in [
            "contoso-help://page", "\(address)?code=a&state=b", "\(address)?response=a&hash=b",
            "\(address)?response=a&hash=b&msg_protocol_ver=2",
        ] {
            #expect(!handle(try #require(URL(string: text))), "\(text)")
        }
        let reply = try #require(URL(string: "\(address)?response=a&hash=b&msg_protocol_ver=3"))
        #expect(!handle(reply, from: "com.attacker.app"))
        #expect(handle(reply), "no application can check it yet")
        let app = try device.msal()
        #expect(await app.core.resumedResponse() == nil)
        #expect(!handle(reply))
        #expect(try await app.acquireToken(with: Contoso.interactive()).account.username == Contoso.ada)
    }
}
