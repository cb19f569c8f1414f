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

/// The app that the user sees while the broker signs them in, according to the device's trace.
@Suite("from app to broker and back", .onDevice)
struct SwitchingTests {
    @Test("R40: by URL, the broker comes to the front, and then the app again")
    func switchMode() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            try await demo.contosoA.activate()
            let before = try await demo.lastEntry()
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.message)")
            #expect(try await demo.fronts(after: before) == [DemoApps.broker, DemoApps.contosoA])
            #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            // The second time the user chooses the existing account.
            try await demo.notes.activate()
            let chosen = try await demo.lastEntry()
            let shown = try demo.browserFolder.visits().count
            let second = try await demo.notes.signIn()
            #expect(second.succeeded, "\(second.message)")
            #expect(try await demo.passwordPrompts() == 1)
            #expect(try await demo.browserFolder.visit(after: shown).pages.contains("broker-accounts"))
            #expect(try await demo.fronts(after: chosen) == [DemoApps.broker, DemoApps.notes])
        }
    }

    @Test("R10: with the extension, the broker's window covers the app, which stays in front")
    func overlayMode() async throws {
        try await onDevice { demo in
            try await demo.contosoA.activate()
            let before = try await demo.lastEntry()
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.message)")
            let trace = try await demo.trace(after: before)
            #expect(try await demo.fronts(after: before) == [])
            let shown = trace.filter { $0.kind == .signOnShown }
            #expect(shown.map(\.app) == [DemoApps.broker] && shown.map(\.other) == [DemoApps.contosoA])
            #expect(!trace.contains { $0.kind == .openURL })
        }
        try await onDevice(broker: .urlsOnly) { demo in
            try await demo.contosoA.activate()
            let before = try await demo.lastEntry()
            #expect(try await demo.contosoA.signIn(SeedNames.ada).succeeded)
            #expect(try await demo.fronts(after: before) == [DemoApps.broker, DemoApps.contosoA])
        }
    }

    @Test(
        "R55: a user who goes back from the broker is in the app again, which gets a cancellation",
        arguments: [true, false])
    func leaving(hasExtension: Bool) async throws {
        try await onDevice(broker: hasExtension ? .withExtension : .urlsOnly) { demo in
            try await demo.contosoA.activate()
            try await demo.setUser(SeedNames.ada, leaves: true)
            let before = try await demo.lastEntry()
            let answer = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(answer.code == "userCanceled", "\(answer.json)")
            let fronts = try await demo.fronts(after: before)
            #expect(fronts == (hasExtension ? [] : [DemoApps.broker, DemoApps.contosoA]))
            let front = try await demo.owner.apps().first(where: \.isInForeground)
            #expect(front?.origin.bundleID == DemoApps.contosoA)
            #expect(try await demo.contosoA.ask("accounts").accounts == [])
        }
    }

    @Test(
        "A response that is ready while the user is in another app waits until they return to the broker",
        .timeLimit(.minutes(5)))
    func finishedBehind() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            try await demo.contosoA.activate()
            let browserFolder = try await demo.brokersBrowserFolder()
            try browserFolder.putGate()
            async let answer = demo.contosoA.signIn(SeedNames.ada)
            let gate = await browserFolder.personAtGate()
            try await demo.notes.activate()
            let before = try await demo.lastEntry()
            gate.letGo()
            // The device refuses to open a URL from the background.
            try await demo.owner.untilTraced(after: before) { $0.outcome == "not_in_foreground" }
            try await demo.owner.perform(.activate(bundleID: DemoApps.broker))
            let signedIn = try await answer
            #expect(signedIn.succeeded && signedIn.source == "broker", "\(signedIn.message)")
            #expect(try await demo.fronts(after: before) == [DemoApps.broker, DemoApps.contosoA])
        }
    }

    @Test("R72: the app finds the broker by asking the device whether its schemes can be opened")
    func detection() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            try await demo.contosoA.activate()
            let before = try await demo.lastEntry()
            #expect(try await demo.contosoA.signIn(SeedNames.ada).succeeded)
            let asked = try await demo.trace(after: before).filter { $0.kind == .canOpenURL }
            #expect(Set(asked.compactMap(\.subject)).isSuperset(of: ["msauthv2://broker", "msauthv3://broker"]))
            #expect(Set(asked.compactMap(\.outcome)) == ["yes"])
            #expect(Set(asked.compactMap(\.app)) == [DemoApps.contosoA])
        }
    }

    @Test("R7: a broker is found the same way whether the user installed it or the company deployed it")
    func installedEitherWay() async throws {
        for isManaged in [false, true] {
            try await onDevice(broker: nil) { demo in
                try await demo.installBroker(.urlsOnly, isManaged: isManaged)
                #expect(try await demo.listing(DemoApps.broker).origin.isManaged == isManaged)
                try await demo.contosoA.activate()
                let before = try await demo.lastEntry()
                let answer = try await demo.contosoA.signIn(SeedNames.ada)
                #expect(answer.source == "broker", "\(answer.message)")
                let asked = try await demo.trace(after: before).filter { $0.kind == .canOpenURL }
                #expect(Set(asked.compactMap(\.outcome)) == ["yes"])
            }
        }
    }

    @Test("R74: the broker is removed and reinstalled while the app runs, and both ways work")
    func removedAndPutBack() async throws {
        try await onDevice { demo in
            #expect(try await demo.contosoA.signIn(SeedNames.ada).source == "broker")
            try await demo.removeBroker()
            let here = try await demo.contosoA.ask(
                "sign-in", ["user": .string(SeedNames.ada), "password": .string(SeedNames.password)])
            #expect(here.source == "interactive", "\(here.json)")
            // The suite's own sharing works without a broker.
            #expect(try await demo.contosoB.call(SeedNames.ada).succeeded)
            try await demo.installBroker()
            let again = try await demo.contosoA.signIn(SeedNames.ada)
            #expect(again.source == "broker", "\(again.message)")
            let launches = try await demo.trace().filter { $0.kind == .launched && $0.app == DemoApps.contosoA }
            #expect(launches.count == 1)
        }
    }
}
#endif
#endif
