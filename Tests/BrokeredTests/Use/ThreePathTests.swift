#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// The three ways to single sign-on: the suite's keychain group, the browser's cookies, the broker. Each works alone,
/// and none depends on another.
@Suite("three ways to single sign-on", .onDevice)
struct ThreePathTests {
    /// Signs in on a page without a broker, wherever the app shows its pages.
    private func page(_ app: DeviceAppHandle) async throws -> AppResult {
        try await app.ask("sign-in", ["user": .string(SeedNames.ada), "broker": "never"])
    }

    private func inBrowser(_ demo: DemoDevice, _ bundleID: String, isOwnGroup: Bool = true) async throws
        -> DeviceAppHandle
    {
        try await demo.installFaced(bundleID, .keyfob, isOwnGroup: isOwnGroup) { configuration, _ in
            configuration.usesSystemBrowser = true
        }
    }

    @Test("R133-part: by the keychain group alone: the suite is silent, and no other app is signed in")
    func keychainAlone() async throws {
        try await onDevice(broker: nil) { demo in
            #expect(try await demo.contosoA.signInHere(SeedNames.ada).succeeded)
            let silent = try await demo.contosoB.call(SeedNames.ada)
            #expect(silent.succeeded, "\(silent.message)")
            #expect(try demo.api.accept(silent.token).user == SeedNames.ada)
            #expect(try await demo.passwordPrompts() == 1)
            // Another vendor's app has neither the group nor a cookie.
            #expect(try await demo.notes.call(SeedNames.ada).code == "interactionRequired")
            #expect(try await demo.notes.signInHere(SeedNames.ada).succeeded)
            #expect(try await demo.passwordPrompts() == 2)
        }
    }

    @Test("R133-part: by the browser's cookies alone: another vendor's app needs no password, though it shares nothing")
    func cookiesAlone() async throws {
        try await onDevice(broker: nil) { demo in
            let browser = try await demo.installBrowser()
            let a = try await inBrowser(demo, DemoApps.contosoA)
            let notes = try await inBrowser(demo, DemoApps.notes)
            #expect(try await page(a).succeeded)
            #expect(try await notes.call(SeedNames.ada).code == "interactionRequired", "cookies are never silent")
            let second = try await page(notes)
            #expect(second.succeeded, "\(second.json)")
            #expect(try demo.api.accept(second.token).user == SeedNames.ada)
            #expect(try await demo.passwordPrompts() == 1)
            // An app's own pages see no cookie of the browser, and a browser without its cookies asks again.
            #expect(try await demo.contosoB.signInHere(SeedNames.ada).succeeded)
            #expect(try await demo.passwordPrompts() == 2)
            _ = try await browser.ask("forget")
            #expect(try await page(notes).succeeded)
            #expect(try await demo.passwordPrompts() == 3)
        }
    }

    @Test(
        "R133-part: by the broker alone: another vendor's app is silent after its first time, without its own page")
    func brokerAlone() async throws {
        try await onDevice { demo in
            let browser = try await demo.installBrowser()
            let a = try await inBrowser(demo, DemoApps.contosoA)
            let notes = try await inBrowser(demo, DemoApps.notes)
            #expect(try await a.signIn(SeedNames.ada).source == "broker")
            #expect(try await notes.signIn(SeedNames.ada).source == "broker")
            let silent = try await notes.call(SeedNames.ada, force: true)
            #expect(silent.source == "broker", "\(silent.message)")
            #expect(try demo.api.accept(silent.token).user == SeedNames.ada)
            #expect(try await demo.passwordPrompts() == 1)
            #expect(try await demo.pagesShown(by: browser) == [])
            // The broker's cookies are not the browser's.
            #expect(try await page(notes).succeeded)
            #expect(try await demo.passwordPrompts() == 2)
        }
    }

    @Test("R133: each of the three ways works by itself, and closing one leaves the two others open")
    func isolated() async throws {
        try await onDevice { demo in
            let browser = try await demo.installBrowser()
            // All three are opened: each takes one password, because they are independent.
            #expect(try await demo.contosoA.signInHere(SeedNames.ada).succeeded)
            let notes = try await inBrowser(demo, DemoApps.notes)
            #expect(try await page(notes).succeeded)
            let c = try await demo.installFaced(DemoApps.contosoC, .keyfob, isOwnGroup: true)
            #expect(try await c.signIn(SeedNames.ada).source == "broker")
            #expect(try await demo.passwordPrompts() == 3)

            try await expectOpen(demo, keychain: true, cookies: true, broker: true)
            // The keychain: the suite's other app is signed for a group of its own.
            try await expectOpen(demo, keychain: false, cookies: true, broker: true)
            // The cookies.
            _ = try await browser.ask("forget")
            try await expectOpen(demo, keychain: true, cookies: false, broker: true)
            // The page has set the cookies again; the broker is removed.
            try await demo.removeBroker()
            try await expectOpen(demo, keychain: true, cookies: true, broker: false)
        }
    }

    /// Tries the three ways with apps that have none of the others: B by the keychain alone, without a broker or a
    /// page; Notes, with its data deleted, by the browser, without a broker; C by the broker.
    private func expectOpen(_ demo: DemoDevice, keychain: Bool, cookies: Bool, broker: Bool) async throws {
        let state: Comment = "keychain \(keychain), cookies \(cookies), broker \(broker)"
        let b = try await demo.installFaced(DemoApps.contosoB, .keyfob, isOwnGroup: !keychain) { configuration, _ in
            configuration.usesBroker = false
        }
        #expect(try await b.call(SeedNames.ada).succeeded == keychain, state)
        let prompts = try await demo.passwordPrompts()
        let notes = demo.notes
        #expect(try await notes.ask("wipe").succeeded, state)
        #expect(try await page(notes).succeeded, state)
        #expect(try await demo.passwordPrompts() == prompts + (cookies ? 0 : 1), state)
        // Without the broker C shows its own page, without accounts, and no user is there to use it.
        let before = try await demo.passwordPrompts()
        let answer = try await demo.app(DemoApps.contosoC).signIn(SeedNames.ada)
        #expect(answer.succeeded == broker, state)
        #expect(try await demo.passwordPrompts() == before + (broker ? 0 : 1), state)
        if broker {
            #expect(answer.source == "broker", state)
            #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
        }
    }
}
#endif
#endif
