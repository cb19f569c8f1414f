#if os(Linux)
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobTesting
import Testing

@testable import KeyfobDevice

/// The share of the device's resources that one app can use.
@Suite(.timeLimit(.minutes(10))) struct LimitTests {
    private static let provider = "https://login.contoso.test/common"
    private let owner = AppBundle("test.owner", teamID: "T9", associatedDomains: ["authsrv:login.contoso.test"])
    private let a = AppBundle("test.a", teamID: "T1", keychainGroups: ["suite"])
    private let b = AppBundle("test.b", teamID: "T2", keychainGroups: ["suite"])

    private func request(_ bytes: Int = 1) -> DeviceSingleSignOnRequest {
        DeviceSingleSignOnRequest(
            provider: Self.provider, operation: "refresh", options: ["k": String(repeating: "v", count: bytes)],
            isUserInterfaceEnabled: false)
    }

    private func code(_ body: () async throws -> Void) async -> DeviceError.Code? {
        do { try await body() } catch { return (error as? DeviceError)?.code }
        return nil
    }

    @Test func `calls cancelled while the extension's app starts fill no queue, and its app keeps running`()
        async throws
    {
        let device = try Device()
        for bundle in [owner, a, b] { try await device.install(bundle) }
        let (a, b) = (try await device.connect("test.a").connection, try await device.connect("test.b").connection)
        let small = request()
        // The owner is launched by the first call, and does not listen yet.
        var last = try await device.owner.trace().last?.number ?? 0
        for _ in 0..<(RunningApp.queueLimit / 2 + 50) {
            let call = Task { try await a.signOn(small) }
            var isAsked = false
            while !isAsked {
                let entries = try await device.owner.trace(after: last, waiting: true)
                isAsked = entries.contains { $0.kind == .signOn }
                last = entries.last?.number ?? last
            }
            call.cancel()
            _ = await call.result
            try await a.ready()
        }
        let kept = Task { try await b.signOn(small) }
        try await device.owner.untilAsked(after: last, by: "test.b")
        #expect(try await device.trace(.ended).isEmpty)
        // Its events when it listens: the launch, and the one call with a waiting caller.
        let owner = try await device.connect("test.owner")
        #expect(await owner.next() == .lifeCycle(.didFinishLaunching))
        guard case .signOn(let call) = await owner.next() else {
            Issue.record("the first call was not the one that stands")
            return
        }
        #expect(call.caller.bundleID == "test.b")
        try await owner.connection.respondToSignOn(call: call.id, .success(["ok": "1"]))
        #expect(try await kept.value == ["ok": "1"])
    }

    @Test func `one app has 64 calls outstanding, each of 64 KiB at most, and others continue`() async throws {
        let device = try Device()
        for bundle in [owner, a, b] { try await device.install(bundle) }
        let owner = try await device.connect("test.owner")
        let (a, b) = (try await device.connect("test.a").connection, try await device.connect("test.b").connection)
        let small = request()
        #expect(await owner.next() == .lifeCycle(.didFinishLaunching))
        #expect(await code { _ = try await a.signOn(request(DeviceState.relayLimit)) } == .refused)
        let calls = (0..<DeviceState.callLimit).map { _ in Task { try await a.signOn(small) } }
        let received = await owner.next(DeviceState.callLimit)
        #expect(received.count == DeviceState.callLimit)
        #expect(await code { _ = try await a.signOn(small) } == .busy)
        let other = Task { try await b.signOn(small) }
        for event in received + [await owner.next()].compactMap({ $0 }) {
            guard case .signOn(let call) = event else { continue }
            try await owner.connection.respondToSignOn(call: call.id, .success(["for": call.caller.bundleID]))
        }
        for call in calls { #expect(try await call.value == ["for": "test.a"]) }
        #expect(try await other.value == ["for": "test.b"])
    }

    @Test func `an extension that does not read gets no more calls, and is not ended for other apps' calls`()
        async throws
    {
        let device = try Device()
        for bundle in [owner, a] { try await device.install(bundle) }
        let (a, admin, large) = (try await device.connect("test.a").connection, device.owner, request(60_000))
        // A connection that announces that it listens, and never reads.
        let descriptor = try device.board.connect(as: "test.owner")
        defer { UnixSocket.close(descriptor) }
        let ready = DeviceRequest.ready.packet(number: 1).bytes()
        let frame = try FrameAssembler.header(ready.count) + ready
        #expect(write(descriptor, frame, frame.count) == frame.count)
        var refusal: DeviceError.Code?
        for _ in 0..<200 where refusal == nil {
            let before = try await admin.trace().last?.number ?? 0
            let call = Task { () -> DeviceError.Code? in
                do throws(DeviceError) {
                    _ = try await a.signOn(large)
                    return nil
                } catch {
                    return error.code
                }
            }
            // It was passed on, or refused; a call that was passed on is cancelled.
            let asked = Task {
                try await admin.untilAsked(after: before)
                call.cancel()
            }
            let code = await call.value
            asked.cancel()
            if code != .cancelled { refusal = code }
        }
        #expect(refusal == .busy)
        #expect(try await device.trace(.ended).isEmpty)
    }

    @Test func `a keychain group holds 4 MiB, returns a specific status when full, and other groups continue`()
        async throws
    {
        let device = try Device()
        for bundle in [a, b] { try await device.install(bundle) }
        let (a, b) = (try await device.connect("test.a"), try await device.connect("test.b"))
        let (mine, others) = (DeviceKeychain(a.connection), DeviceKeychain(b.connection))
        let large = Secret([UInt8](repeating: 1, count: 150_000))
        var status: KeychainStatus?
        var added = 0
        for number in 0..<40 where status == nil {
            do throws(KeychainStatus) {
                try mine.add(KeychainItem(account: "\(number)", value: large))
                added += 1
            } catch {
                status = error
            }
        }
        #expect(status == .diskFull && added == 27)
        try mine.add(KeychainItem(account: "small", value: Secret([UInt8](repeating: 3, count: 130_000))))
        // Nor can an item grow; stored items stay, and shrinking helps.
        #expect(throws: KeychainStatus.diskFull) {
            try mine.update(
                KeychainQuery(account: "0"), to: KeychainChange(value: Secret([UInt8](repeating: 2, count: 180_000))))
        }
        #expect(try mine.copyMatching(KeychainQuery(account: "0")).first?.value.reveal() == large.reveal())
        try others.add(KeychainItem(account: "1", value: large))
        try mine.update(KeychainQuery(account: "0"), to: KeychainChange(value: Secret([1])))
        try mine.add(KeychainItem(account: "new", value: large))
        #expect(device.size("keychain.json") < 16 << 20)
    }

    @Test func `user defaults hold 1 MiB`() async throws {
        let device = try Device()
        try await device.install(a)
        let a = try await device.connect("test.a").connection
        let part = JSONValue.string(String(repeating: "x", count: 200_000))
        for number in 0..<5 { try a.setDefault("\(number)", part) }
        #expect(throws: DeviceError.self) { try a.setDefault("one more", part) }
        #expect(try a.defaultValue("one more") == nil)
        #expect(try a.defaultValue("4") == part)
        try a.setDefault("4", nil)
        try a.setDefault("one more", part)
    }

    @Test func `an app has 32 named pasteboards at most, which are removed with it, and cannot take those of others`()
        async throws
    {
        let device = try Device()
        let sister = AppBundle("test.sister", teamID: "T1")
        for bundle in [a, b, sister] { try await device.install(bundle) }
        let (a, b) = (try await device.connect("test.a").connection, try await device.connect("test.b").connection)
        let sisters = try await device.connect("test.sister").connection
        for name in ["p", nil] {
            #expect(throws: DeviceError.self) {
                try a.setPasteboard(name, .string(String(repeating: "x", count: Pasteboards.limit)))
            }
        }
        try sisters.setPasteboard("hers", "x")
        for number in 0..<Pasteboards.count { try a.setPasteboard("p\(number)", "x") }
        for name in ["one more", "hers"] {
            #expect(throws: DeviceError.self) { try a.setPasteboard(name, "x") }
        }
        // The general one is shared by all, an existing one can still be written, and an emptied one makes room.
        try a.setPasteboard(nil, "general")
        try a.setPasteboard("p1", "y")
        try a.setPasteboard("p2", nil)
        try a.setPasteboard("hers", "a's now")
        #expect(throws: DeviceError.self) { try a.setPasteboard("one more", "x") }
        // Others have their own.
        for number in 0..<Pasteboards.count { try b.setPasteboard("p\(number)", "b") }
        try sisters.setPasteboard("p1", "sister's now")
        try a.setPasteboard("one more", "x")
        #expect(try b.pasteboard("p1") == "b")
        try await device.owner.perform(.uninstall(bundleID: "test.a"))
        #expect(try sisters.pasteboard("p0") == nil && sisters.pasteboard("hers") == nil)
        #expect(try sisters.pasteboard("p1") == "sister's now" && sisters.pasteboard() == "general")
        for number in 0..<Pasteboards.count - 1 { try sisters.setPasteboard("p\(number)", "x") }
    }

    @Test func `a value of 250,000 bytes is accepted, a larger one is an error, and the app continues`() async throws {
        let device = try Device()
        try await device.install(a)
        let a = try await device.connect("test.a").connection
        let keychain = DeviceKeychain(a)
        let value = Secret(SeededRandomSource(seed: 1).bytes(250_000))
        let text = JSONValue.string(String(repeating: "x", count: 250_000))
        try keychain.add(KeychainItem(account: "1", value: value))
        try keychain.update(KeychainQuery(account: "1"), to: KeychainChange(value: value))
        #expect(try keychain.copyMatching(KeychainQuery()).first?.value.reveal() == value.reveal())
        try a.setDefault("1", text)
        #expect(try a.defaultValue("1") == text)
        for name in ["p", nil] {
            try a.setPasteboard(name, text)
            #expect(try a.pasteboard(name) == text)
        }
        for count in [500_000, 2_000_000] {
            #expect(throws: KeychainStatus.param) {
                try keychain.add(KeychainItem(account: "2", value: Secret([UInt8](repeating: 1, count: count))))
            }
            let fault = #expect(throws: DeviceError.self) {
                try a.setDefault("2", .string(String(repeating: "x", count: count + 100_000)))
            }
            #expect(fault?.code == .refused)
        }
        #expect(try a.defaultValue("1") == text)
        #expect(try await device.trace(.malformed).isEmpty)
    }

    @Test func `an app has 32 connections, and each one that it closes can be opened again`() async throws {
        let device = try Device(hasProcesses: true)
        try await device.run(a)
        let answer = try await device.ask(
            "test.a", ["do": "connect_often", "path": .string(device.board.devicePath), "count": 40])
        // The probe's own connection is one of them.
        #expect(answer == .integer(DeviceState.connectionLimit - 1))
        var again = JSONValue.null
        // The device notices each end in its own time.
        for _ in 0..<200 where again != 5 {
            again = try await device.ask(
                "test.a", ["do": "connect_often", "path": .string(device.board.devicePath), "count": 5])
        }
        #expect(again == 5)
        #expect(try await device.trace(.refused).contains { $0.outcome?.contains("32 connections") == true })
    }

    @Test func `a device assigns a thousand user ids, and none twice`() async throws {
        let folder = try TemporaryDirectory("many")
        defer { folder.remove() }
        chmod(folder.path, 0o711)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/d/state", withIntermediateDirectories: true)
        let loop = try SocketLoop(name: "test")
        defer { loop.stop() }
        // As after 999 apps, all removed.
        let first: UInt32 = 900_000
        let entries: [JSONValue] = (0..<999).map {
            [
                "bundle_id": .string("test.gone\($0)"), "uid": .integer(first + UInt32($0)), "managed": false,
                "installed": false,
            ]
        }
        try Data(JSONValue.array(entries).bytes()).write(
            to: URL(fileURLWithPath: "\(folder.path)/d/state/registry.json"))
        let board = try Switchboard(
            options: DeviceOptions(folder: "\(folder.path)/d", firstUserID: first), launcher: IdleLauncher(), loop: loop
        )
        let owner = try AdminConnection(descriptor: try board.administer())
        let bundle = "\(folder.path)/bundle"
        try a.write(to: bundle)
        _ = try await owner.install(bundle)
        #expect(try await owner.apps().map(\.userID) == [first + 999])
        try b.write(to: bundle + "-b")
        #expect(await code { _ = try await owner.install(bundle + "-b") } == .busy)
        board.stop()
        await board.untilStopped()
    }

    @Test func `two devices with overlapping user ids do not run together, wherever their ranges begin`() async throws {
        let first = OwnUserIDs.first(8)
        let device = try Device(hasProcesses: true, firstUserID: first)
        let who = try await device.run(a)
        #expect(who["uid"] == .integer(Int64(first)))
        // One that had an app with those ids before, when it began elsewhere.
        let folder = try TemporaryDirectory("overlap")
        defer { folder.remove() }
        chmod(folder.path, 0o711)
        try FileManager.default.createDirectory(atPath: "\(folder.path)/d/state", withIntermediateDirectories: true)
        let entry: JSONValue = [
            "bundle_id": "test.gone", "uid": .integer(Int64(first) - 999), "managed": false, "installed": false,
        ]
        try Data(JSONValue.array([entry]).bytes()).write(
            to: URL(fileURLWithPath: "\(folder.path)/d/state/registry.json"))
        let fault = #expect(throws: DeviceError.self) {
            try Device(hasProcesses: true, folder: folder, firstUserID: first - 999)
        }
        #expect(fault?.code == .busy)
        // A new one is assigned others.
        do {
            let other = try Device(hasProcesses: true, firstUserID: first - 999)
            let user = try #require(try await other.run(b)["uid"]?.integerValue)
            #expect(user >= Int64(first) + 1000)
        }
        #expect(try await device.ask("test.a", ["do": "who"])["pid"] == who["pid"])
    }

    @Test func `the trace keeps thousands of entries, and a waiting reader gets the next one at once`() async throws {
        let device = try Device()
        try await device.install(a)
        let (app, admin) = (try await device.connect("test.a"), device.owner)
        for _ in 0..<(DeviceTrace.limit * 2 + 10) { _ = try await app.connection.canOpen("nobody://x") }
        let entries = try await device.owner.trace()
        #expect(entries.count <= DeviceTrace.limit && entries.first?.number ?? 0 > 1)
        let all = try await device.owner.trace(after: entries.last?.number ?? 0)
        let last = (all.last ?? entries.last)?.number ?? 0
        let next = Task { try await admin.trace(after: last, waiting: true) }
        _ = try await app.connection.canOpen("other://x")
        #expect(try await next.value.first?.subject == "other://x")
        // A cancelled wait does not affect the next one.
        let idle = Task { try await admin.trace(after: last + 1, waiting: true) }
        idle.cancel()
        #expect(await code { _ = try await idle.value } == .cancelled)
        #expect(try await device.owner.trace(after: last).count == 1)
    }
}

extension AdminConnection {
    /// Returns when an app has called the extension after an entry of the trace.
    fileprivate func untilAsked(after entry: Int64, by bundleID: String? = nil) async throws {
        var last = entry
        while true {
            let entries = try await trace(after: last, waiting: true)
            if entries.contains(where: { $0.kind == .signOn && (bundleID == nil || $0.app == bundleID) }) { return }
            last = entries.last?.number ?? last
        }
    }
}

extension Device {
    /// The size of a file of the device's state.
    fileprivate func size(_ name: String) -> Int {
        FileManager.default.contents(atPath: "\(folder.path)/d/state/\(name)")?.count ?? 0
    }
}
#endif
