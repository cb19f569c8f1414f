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
    private func page(_ app: DeviceAppHandle) async throws -> Answer {
        try await app.ask("sign-in", ["user": .string(SeedNames.ada), "broker": "never"])
    }

    private func inBrowser(_ stage: DeviceStage, _ bundleID: String, isOwnGroup: Bool = true) async throws
        -> DeviceAppHandle
    {
        try await stage.installFaced(bundleID, .keyfob, isOwnGroup: isOwnGroup) { configuration, _ in
            configuration.usesSystemBrowser = true
        }
    }

    @Test("R133-part: by the keychain group alone: the suite is silent, and no other app is signed in")
    func keychainAlone() async throws {
        try await onDevice(broker: nil) { stage in
            #expect(try await stage.contosoA.signInHere(SeedNames.ada).succeeded)
            let silent = try await stage.contosoB.call(SeedNames.ada)
            #expect(silent.succeeded, "\(silent.message)")
            #expect(try stage.api.accept(silent.token).user == SeedNames.ada)
            #expect(try await stage.passwordPrompts() == 1)
            // Another vendor's app has neither the group nor a cookie.
            #expect(try await stage.notes.call(SeedNames.ada).code == "interactionRequired")
            #expect(try await stage.notes.signInHere(SeedNames.ada).succeeded)
            #expect(try await stage.passwordPrompts() == 2)
        }
    }

    @Test("R133-part: by the browser's cookies alone: another vendor's app needs no password, though it shares nothing")
    func cookiesAlone() async throws {
        try await onDevice(broker: nil) { stage in
            let browser = try await stage.installBrowser()
            let a = try await inBrowser(stage, DeviceCast.contosoA)
            let notes = try await inBrowser(stage, DeviceCast.notes)
            #expect(try await page(a).succeeded)
            #expect(try await notes.call(SeedNames.ada).code == "interactionRequired", "cookies are never silent")
            let second = try await page(notes)
            #expect(second.succeeded, "\(second.json)")
            #expect(try stage.api.accept(second.token).user == SeedNames.ada)
            #expect(try await stage.passwordPrompts() == 1)
            // An app's own pages see no cookie of the browser, and a browser without its cookies asks again.
            #expect(try await stage.contosoB.signInHere(SeedNames.ada).succeeded)
            #expect(try await stage.passwordPrompts() == 2)
            _ = try await browser.ask("forget")
            #expect(try await page(notes).succeeded)
            #expect(try await stage.passwordPrompts() == 3)
        }
    }

    @Test(
        "R133-part: by the broker alone: another vendor's app is silent after its first time, without its own page")
    func brokerAlone() async throws {
        try await onDevice { stage in
            let browser = try await stage.installBrowser()
            let a = try await inBrowser(stage, DeviceCast.contosoA)
            let notes = try await inBrowser(stage, DeviceCast.notes)
            #expect(try await a.signIn(SeedNames.ada).source == "broker")
            #expect(try await notes.signIn(SeedNames.ada).source == "broker")
            let silent = try await notes.call(SeedNames.ada, force: true)
            #expect(silent.source == "broker", "\(silent.message)")
            #expect(try stage.api.accept(silent.token).user == SeedNames.ada)
            #expect(try await stage.passwordPrompts() == 1)
            #expect(try await stage.pagesShown(by: browser) == [])
            // The broker's cookies are not the browser's.
            #expect(try await page(notes).succeeded)
            #expect(try await stage.passwordPrompts() == 2)
        }
    }

    @Test("R133: each of the three ways works by itself, and closing one leaves the two others open")
    func isolated() async throws {
        try await onDevice { stage in
            let browser = try await stage.installBrowser()
            // All three are opened: each takes one password, because they are independent.
            #expect(try await stage.contosoA.signInHere(SeedNames.ada).succeeded)
            let notes = try await inBrowser(stage, DeviceCast.notes)
            #expect(try await page(notes).succeeded)
            let c = try await stage.installFaced(DeviceCast.contosoC, .keyfob, isOwnGroup: true)
            #expect(try await c.signIn(SeedNames.ada).source == "broker")
            #expect(try await stage.passwordPrompts() == 3)

            try await expectOpen(stage, keychain: true, cookies: true, broker: true)
            // The keychain: the suite's other app is signed for a group of its own.
            try await expectOpen(stage, keychain: false, cookies: true, broker: true)
            // The cookies.
            _ = try await browser.ask("forget")
            try await expectOpen(stage, keychain: true, cookies: false, broker: true)
            // The page has set the cookies again; the broker is removed.
            try await stage.removeBroker()
            try await expectOpen(stage, keychain: true, cookies: true, broker: false)
        }
    }

    /// Tries the three ways with apps that have none of the others: B by the keychain alone, without a broker or a
    /// page; Notes, with its data deleted, by the browser, without a broker; C by the broker.
    private func expectOpen(_ stage: DeviceStage, keychain: Bool, cookies: Bool, broker: Bool) async throws {
        let state: Comment = "keychain \(keychain), cookies \(cookies), broker \(broker)"
        let b = try await stage.installFaced(DeviceCast.contosoB, .keyfob, isOwnGroup: !keychain) { configuration, _ in
            configuration.usesBroker = false
        }
        #expect(try await b.call(SeedNames.ada).succeeded == keychain, state)
        let prompts = try await stage.passwordPrompts()
        let notes = stage.notes
        #expect(try await notes.ask("wipe").succeeded, state)
        #expect(try await page(notes).succeeded, state)
        #expect(try await stage.passwordPrompts() == prompts + (cookies ? 0 : 1), state)
        // Without the broker C shows its own page, without accounts, and no user is there to use it.
        let before = try await stage.passwordPrompts()
        let answer = try await stage.app(DeviceCast.contosoC).signIn(SeedNames.ada)
        #expect(answer.succeeded == broker, state)
        #expect(try await stage.passwordPrompts() == before + (broker ? 0 : 1), state)
        if broker {
            #expect(answer.source == "broker", state)
            #expect(try stage.api.accept(answer.token).user == SeedNames.ada)
        }
    }
}
#endif
