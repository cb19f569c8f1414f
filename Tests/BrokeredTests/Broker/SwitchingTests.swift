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
        try await onDevice(broker: .urlsOnly) { stage in
            try await stage.contosoA.activate()
            let before = try await stage.lastEntry()
            let answer = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.message)")
            #expect(try await stage.fronts(after: before) == [DeviceCast.broker, DeviceCast.contosoA])
            #expect(try stage.api.accept(answer.token).user == SeedNames.ada)
            // The second time the user chooses the existing account.
            try await stage.notes.activate()
            let chosen = try await stage.lastEntry()
            let shown = try stage.desk.visits().count
            let second = try await stage.notes.signIn()
            #expect(second.succeeded, "\(second.message)")
            #expect(try await stage.passwordPrompts() == 1)
            #expect(try await stage.desk.visit(after: shown).pages.contains("broker-accounts"))
            #expect(try await stage.fronts(after: chosen) == [DeviceCast.broker, DeviceCast.notes])
        }
    }

    @Test("R10: with the extension, the broker's window covers the app, which stays in front")
    func overlayMode() async throws {
        try await onDevice { stage in
            try await stage.contosoA.activate()
            let before = try await stage.lastEntry()
            let answer = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(answer.succeeded && answer.source == "broker", "\(answer.message)")
            let trace = try await stage.trace(after: before)
            #expect(try await stage.fronts(after: before) == [])
            let shown = trace.filter { $0.kind == .signOnShown }
            #expect(shown.map(\.app) == [DeviceCast.broker] && shown.map(\.other) == [DeviceCast.contosoA])
            #expect(!trace.contains { $0.kind == .openURL })
        }
        try await onDevice(broker: .urlsOnly) { stage in
            try await stage.contosoA.activate()
            let before = try await stage.lastEntry()
            #expect(try await stage.contosoA.signIn(SeedNames.ada).succeeded)
            #expect(try await stage.fronts(after: before) == [DeviceCast.broker, DeviceCast.contosoA])
        }
    }

    @Test(
        "R55: a user who goes back from the broker is in the app again, which gets a cancellation",
        arguments: [true, false])
    func leaving(hasExtension: Bool) async throws {
        try await onDevice(broker: hasExtension ? .withExtension : .urlsOnly) { stage in
            try await stage.contosoA.activate()
            try await stage.seat(SeedNames.ada, leaves: true)
            let before = try await stage.lastEntry()
            let answer = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(answer.code == "userCanceled", "\(answer.json)")
            let fronts = try await stage.fronts(after: before)
            #expect(fronts == (hasExtension ? [] : [DeviceCast.broker, DeviceCast.contosoA]))
            let front = try await stage.owner.apps().first(where: \.isInForeground)
            #expect(front?.origin.bundleID == DeviceCast.contosoA)
            #expect(try await stage.contosoA.ask("accounts").accounts == [])
        }
    }

    @Test(
        "A response that is ready while the user is in another app waits until they return to the broker",
        .timeLimit(.minutes(5)))
    func finishedBehind() async throws {
        try await onDevice(broker: .urlsOnly) { stage in
            try await stage.contosoA.activate()
            let desk = try await stage.brokersDesk()
            try desk.putGate()
            async let answer = stage.contosoA.signIn(SeedNames.ada)
            let gate = await desk.personAtGate()
            try await stage.notes.activate()
            let before = try await stage.lastEntry()
            gate.letGo()
            // The device refuses to open a URL from the background.
            try await stage.owner.untilTraced(after: before) { $0.outcome == "not_in_foreground" }
            try await stage.owner.perform(.activate(bundleID: DeviceCast.broker))
            let signedIn = try await answer
            #expect(signedIn.succeeded && signedIn.source == "broker", "\(signedIn.message)")
            #expect(try await stage.fronts(after: before) == [DeviceCast.broker, DeviceCast.contosoA])
        }
    }

    @Test("R72: the app finds the broker by asking the device whether its schemes can be opened")
    func detection() async throws {
        try await onDevice(broker: .urlsOnly) { stage in
            try await stage.contosoA.activate()
            let before = try await stage.lastEntry()
            #expect(try await stage.contosoA.signIn(SeedNames.ada).succeeded)
            let asked = try await stage.trace(after: before).filter { $0.kind == .canOpenURL }
            #expect(Set(asked.compactMap(\.subject)).isSuperset(of: ["msauthv2://broker", "msauthv3://broker"]))
            #expect(Set(asked.compactMap(\.outcome)) == ["yes"])
            #expect(Set(asked.compactMap(\.app)) == [DeviceCast.contosoA])
        }
    }

    @Test("R7: a broker is found the same way whether the user installed it or the company deployed it")
    func installedEitherWay() async throws {
        for isManaged in [false, true] {
            try await onDevice(broker: nil) { stage in
                try await stage.installBroker(.urlsOnly, isManaged: isManaged)
                #expect(try await stage.listing(DeviceCast.broker).origin.isManaged == isManaged)
                try await stage.contosoA.activate()
                let before = try await stage.lastEntry()
                let answer = try await stage.contosoA.signIn(SeedNames.ada)
                #expect(answer.source == "broker", "\(answer.message)")
                let asked = try await stage.trace(after: before).filter { $0.kind == .canOpenURL }
                #expect(Set(asked.compactMap(\.outcome)) == ["yes"])
            }
        }
    }

    @Test("R74: the broker is removed and reinstalled while the app runs, and both ways work")
    func removedAndPutBack() async throws {
        try await onDevice { stage in
            #expect(try await stage.contosoA.signIn(SeedNames.ada).source == "broker")
            try await stage.removeBroker()
            let here = try await stage.contosoA.ask(
                "sign-in", ["user": .string(SeedNames.ada), "password": .string(SeedNames.password)])
            #expect(here.source == "interactive", "\(here.json)")
            // The suite's own sharing works without a broker.
            #expect(try await stage.contosoB.call(SeedNames.ada).succeeded)
            try await stage.installBroker()
            let again = try await stage.contosoA.signIn(SeedNames.ada)
            #expect(again.source == "broker", "\(again.message)")
            let launches = try await stage.trace().filter { $0.kind == .launched && $0.app == DeviceCast.contosoA }
            #expect(launches.count == 1)
        }
    }
}
#endif
