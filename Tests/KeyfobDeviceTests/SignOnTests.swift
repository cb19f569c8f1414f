#if os(Linux)
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// The single sign-on extension's channel.
@Suite struct SignOnTests {
    private static let provider = "https://login.contoso.test/common"
    private let broker = AppBundle(
        "test.broker", teamID: "T9", associatedDomains: ["authsrv:login.contoso.test"])
    private let a = AppBundle("test.a", teamID: "T1")

    private func request(_ interactive: Bool = false, _ provider: String = Self.provider) -> DeviceSingleSignOnRequest {
        DeviceSingleSignOnRequest(
            provider: provider, operation: "refresh", options: ["k": "v", "callerBundleIdentifier": "test.broker"],
            isUserInterfaceEnabled: interactive)
    }

    private func device() async throws -> (Device, App, App) {
        let device = try Device()
        try await device.install(broker)
        try await device.install(a, isManaged: true)
        let (extensionApp, app) = (try await device.connect("test.broker"), try await device.connect("test.a"))
        try await device.owner.perform(.activate(bundleID: "test.a"))
        #expect(await extensionApp.next() == .lifeCycle(.didFinishLaunching))
        #expect(await app.next(3).count == 3)
        return (device, extensionApp, app)
    }

    /// The next call that the extension gets.
    private func call(_ app: App) async -> SingleSignOnCall? {
        if case .signOn(let call) = await app.next() { call } else { nil }
    }

    @Test
    func `the extension gets the true caller, whatever the request claims, and its answer reaches that app alone`()
        async throws
    {
        let (device, owner, app) = try await device()
        let connection = app.connection
        #expect(try await connection.canSignOn(provider: Self.provider))
        #expect(try await connection.canSignOn(provider: "https://login.fabrikam.test/common") == false)
        #expect(try await connection.canSignOn(provider: "http://login.contoso.test/common") == false)
        let request = request()
        let reply = Task { try await connection.signOn(request) }
        let call = try #require(await call(owner))
        #expect(call.request == request)
        #expect(
            call.caller
                == AppOrigin(bundleID: "test.a", teamID: "T1", isManaged: true, assurance: .kernelEnforced))
        try await owner.connection.respondToSignOn(call: call.id, .success(["success": "1", "ü": "\u{1F511}"]))
        #expect(try await reply.value == ["success": "1", "ü": "\u{1F511}"])
        // It cannot be answered twice, nor by another app.
        await #expect(throws: DeviceError.self) {
            try await owner.connection.respondToSignOn(call: call.id, .success([:]))
        }
        let trace = try await device.trace(.signOn, .signOnAnswered)
        #expect(trace.map(\.kind) == [.signOn, .signOnAnswered])
        #expect(trace.first?.subject == "refresh")
        // No app changed its place: this is no URL.
        #expect(try await device.trace(.foreground, .openURL).count == 1)
    }

    @Test func `no other app can answer a call, show a window for it, or learn of it`() async throws {
        let (device, owner, app) = try await device()
        let connection = app.connection
        let x = AppBundle("test.x", teamID: "T2", associatedDomains: ["authsrv:login.contoso.test"])
        // Installed later, with the same claim: the first one stays.
        try await device.install(x)
        let attacker = try await device.connect("test.x")
        let request = request()
        let reply = Task { try await connection.signOn(request) }
        let call = try #require(await call(owner))
        for id in [call.id, call.id - 1, call.id + 1] {
            await #expect(throws: DeviceError.self) {
                try await attacker.connection.respondToSignOn(call: id, .success(["success": "1"]))
            }
            await #expect(throws: DeviceError.self) { try await attacker.connection.showSignOn(call: id) }
        }
        _ = try await attacker.connection.perform(.cancel(request: call.id))
        try await owner.connection.respondToSignOn(call: call.id, .success(["success": "1"]))
        #expect(try await reply.value == ["success": "1"])
        #expect(await attacker.next() == .lifeCycle(.didFinishLaunching))
        // All events that it ever got: it is ended, and its events with it.
        try await device.owner.perform(.kill(bundleID: "test.x"))
        #expect(await attacker.next() == nil)
    }

    @Test func `a window covers the caller, which stays in front`() async throws {
        let (device, owner, app) = try await device()
        let connection = app.connection
        let request = request(true)
        let reply = Task { try await connection.signOn(request) }
        let call = try #require(await call(owner))
        try await owner.connection.showSignOn(call: call.id)
        #expect(await app.next() == .lifeCycle(.willResignActive))
        try await owner.connection.respondToSignOn(call: call.id, .success([:]))
        #expect(try await reply.value == [:])
        #expect(await app.next() == .lifeCycle(.didBecomeActive))
        #expect(try await device.trace(.background).isEmpty)
        #expect(try await device.trace(.signOnShown).map(\.other) == ["test.a"])
        // A silent call shows nothing.
        let silent = self.request()
        let second = Task { try await connection.signOn(silent) }
        let quiet = try #require(await self.call(owner))
        await #expect(throws: DeviceError.self) { try await owner.connection.showSignOn(call: quiet.id) }
        let refusal = DeviceError(.notInteractive, "The user has to be asked.")
        try await owner.connection.respondToSignOn(call: quiet.id, .failure(refusal))
        await #expect(throws: refusal) { _ = try await second.value }
    }

    @Test func `each call has its own time limit, though one timer serves them all`() async throws {
        let (device, owner, app) = try await device()
        let connection = app.connection
        let silent = request()
        let answered = Task { try await connection.signOn(silent) }
        let first = try #require(await call(owner))
        try await owner.connection.respondToSignOn(call: first.id, .success([:]))
        _ = try await answered.value
        device.timer.pass(25)
        let early = Task { try await connection.signOn(silent) }
        let second = try #require(await call(owner))
        device.timer.pass(30)
        let late = Task { try await connection.signOn(silent) }
        let third = try #require(await call(owner))
        // The first one's timer, 60 seconds after it and 35 after the second one.
        device.timer.runOut(60, left: 5)
        #expect(device.timer.limits == [25])
        device.timer.runOut(25)
        #expect(await owner.next() == .signOnCancelled(call: second.id))
        await #expect(throws: DeviceError.self) { _ = try await early.value }
        #expect(device.timer.limits == [30])
        try await owner.connection.respondToSignOn(call: third.id, .success(["n": "3"]))
        #expect(try await late.value == ["n": "3"])
        device.timer.runOut(30)
        #expect(device.timer.limits == [])
    }

    @Test func `a call ends with its caller, its owner, its time limit, or its cancellation`() async throws {
        let (device, owner, app) = try await device()
        let connection = app.connection
        let silent = request()
        let task = Task { try await connection.signOn(silent) }
        let first = try #require(await call(owner))
        task.cancel()
        await #expect(throws: DeviceError.self) { _ = try await task.value }
        #expect(await owner.next() == .signOnCancelled(call: first.id))

        let late = Task { try await connection.signOn(silent) }
        let second = try #require(await call(owner))
        device.timer.runOut(60)
        #expect(await owner.next() == .signOnCancelled(call: second.id))
        await #expect(throws: DeviceError.self) { _ = try await late.value }

        let window = request(true)
        let left = Task { try await connection.signOn(window) }
        let third = try #require(await call(owner))
        try await device.owner.perform(.home)
        #expect(await owner.next() == .signOnCancelled(call: third.id))
        await #expect(throws: DeviceError.self) { _ = try await left.value }
        // In the background no user can be asked.
        await #expect(throws: DeviceError.self) { try await connection.signOn(window) }

        let orphan = Task { try await connection.signOn(silent) }
        _ = try #require(await call(owner))
        try await device.owner.perform(.kill(bundleID: "test.broker"))
        await #expect(throws: DeviceError.self) { _ = try await orphan.value }

        // The extension is launched again for the next call.
        let next = Task { try await connection.signOn(silent) }
        let again = try await device.connect("test.broker")
        #expect(await again.next() == .lifeCycle(.didFinishLaunching))
        let fourth = try #require(await call(again))
        try await again.connection.respondToSignOn(call: fourth.id, .success(["n": "4"]))
        #expect(try await next.value == ["n": "4"])

        let dying = Task { try await connection.signOn(silent) }
        let fifth = try #require(await call(again))
        try await device.owner.perform(.kill(bundleID: "test.a"))
        #expect(await again.next() == .signOnCancelled(call: fifth.id))
        await #expect(throws: DeviceError.self) { _ = try await dying.value }
    }

    @Test func `one app cannot have more than sixty-four calls outstanding`() async throws {
        let (device, owner, app) = try await device()
        let connection = app.connection
        let silent = request()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<70 {
                group.addTask {
                    do throws(DeviceError) {
                        _ = try await connection.signOn(silent)
                        return true
                    } catch {
                        #expect(error.code == .busy)
                        return false
                    }
                }
            }
            for _ in 0..<6 { #expect(try await group.next() == false) }
            for _ in 0..<64 {
                let call = try #require(await self.call(owner))
                try await owner.connection.respondToSignOn(call: call.id, .success([:]))
            }
            var answered = 0
            for try await isAnswered in group where isAnswered { answered += 1 }
            #expect(answered == 64)
        }
        #expect(try await device.trace(.signOnAnswered).count == 64)
    }
}
#endif
