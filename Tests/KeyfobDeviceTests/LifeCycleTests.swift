#if os(Linux)
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// Foreground and background, launch and end, in iOS's order.
@Suite struct LifeCycleTests {
    private let a = AppBundle("test.a", teamID: "T1", schemes: ["a"])
    private let b = AppBundle("test.b", teamID: "T2", schemes: ["b"])

    @Test func `a URL sends its opener to the background and comes before its receiver is active`() async throws {
        let device = try Device()
        for bundle in [a, b] { try await device.install(bundle) }
        let (one, other) = (try await device.connect("test.a"), try await device.connect("test.b"))
        try await device.owner.perform(.activate(bundleID: "test.a"))
        #expect(
            await one.next(3) == [
                .lifeCycle(.didFinishLaunching), .lifeCycle(.willEnterForeground), .lifeCycle(.didBecomeActive),
            ])
        #expect(try await one.connection.open("b://x"))
        #expect(await one.next(2) == [.lifeCycle(.willResignActive), .lifeCycle(.didEnterBackground)])
        let opened = OpenedURL(url: "b://x", sourceApplication: nil, assurance: .kernelEnforced)
        #expect(
            await other.next(4) == [
                .lifeCycle(.didFinishLaunching), .lifeCycle(.willEnterForeground), .openURL(opened),
                .lifeCycle(.didBecomeActive),
            ])
        #expect(
            try await device.trace(.foreground, .background).map { "\($0.kind.rawValue) \($0.app ?? "")" } == [
                "foreground test.a", "background test.a", "foreground test.b",
            ])
        // From the background nothing may be opened.
        await #expect(throws: DeviceError.self) { try await one.connection.open("b://y") }
        // Back without a URL, which an SDK treats as leaving the broker.
        try await device.owner.perform(.activate(bundleID: "test.a"))
        #expect(await one.next(2) == [.lifeCycle(.willEnterForeground), .lifeCycle(.didBecomeActive)])
    }

    @Test func `an app that does not run is launched for a URL, which waits until it listens`() async throws {
        let device = try Device()
        try await device.install(b)
        #expect(try await device.owner.open("b://x"))
        let app = try await device.connect("test.b")
        let opened = OpenedURL(url: "b://x", sourceApplication: nil, assurance: .kernelEnforced)
        #expect(
            await app.next(3) == [
                .lifeCycle(.didFinishLaunching), .openURL(opened), .lifeCycle(.didBecomeActive),
            ])
    }

    @Test func `an app that was ended is not in front, and is launched again`() async throws {
        let device = try Device()
        for bundle in [a, b] { try await device.install(bundle) }
        let one = try await device.connect("test.a")
        try await device.owner.perform(.activate(bundleID: "test.a"))
        try await device.owner.perform(.kill(bundleID: "test.a"))
        #expect(await one.next(3).count == 3)
        #expect(await one.next() == nil)
        await #expect(throws: DeviceError.self) { try await one.connection.canOpen("b://x") }
        #expect(try await device.owner.apps().allSatisfy { $0.processID == nil && !$0.isInForeground })
        #expect(try await device.owner.open("a://back"))
        let again = try await device.connect("test.a")
        #expect(await again.next(3).first == .lifeCycle(.didFinishLaunching))
        // The end of an earlier process, should it be reported late, does not affect this one.
        #expect(try await again.connection.open("a://self"))
    }

    @Test func `an app that never listens is ended, and its waiting callers get an error`() async throws {
        let device = try Device()
        try await device.install(b)
        try await device.owner.perform(.launchInBackground(bundleID: "test.b"))
        let owner = device.owner
        let answer = Task { try await owner.input("test.b", true) }
        // Whether the input comes before the end or after it, the response is a refusal.
        device.timer.runOut(20)
        await #expect(throws: DeviceError.self) { _ = try await answer.value }
        #expect(try await device.trace(.ended).count == 1)
    }

    @Test func `an app's defaults and pasteboards outlive it, within their limits`() async throws {
        let folder = try TemporaryDirectory("dev")
        let team = AppBundle("test.c", teamID: "T1")
        do {
            let device = try Device(folder: folder)
            for bundle in [a, b, team] { try await device.install(bundle) }
            let (one, other, third) = (
                try await device.connect("test.a"), try await device.connect("test.b"),
                try await device.connect("test.c")
            )
            try one.connection.setDefault("adal-broker-resume-dictionary", ["redirect_uri": "a://x"])
            #expect(try other.connection.defaultValue("adal-broker-resume-dictionary") == nil)
            try one.connection.setPasteboard(nil, "for all")
            try one.connection.setPasteboard("WPJ", "for the team")
            #expect(try other.connection.pasteboard() == "for all")
            #expect(try other.connection.pasteboard("WPJ") == nil)
            #expect(try third.connection.pasteboard("WPJ") == "for the team")
            #expect(throws: DeviceError.self) {
                try one.connection.setDefault("big", .string(String(repeating: "x", count: 200_000)))
                try one.connection.setPasteboard("big", .string(String(repeating: "x", count: 270_000)))
            }
            try await device.owner.perform(.kill(bundleID: "test.a"))
            let again = try await device.connect("test.a")
            #expect(try again.connection.defaultValue("adal-broker-resume-dictionary")?["redirect_uri"] == "a://x")
            try again.connection.setDefault("adal-broker-resume-dictionary", nil)
            #expect(try again.connection.defaultValue("adal-broker-resume-dictionary") == nil)
            try await device.owner.perform(.uninstall(bundleID: "test.a"))
            try await device.install(a)
            #expect(try await device.connect("test.a").connection.defaultValue("big") == nil)
        }
    }
}
#endif
