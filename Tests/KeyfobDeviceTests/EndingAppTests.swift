#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Synchronization
import Testing

@testable import KeyfobDevice

/// Input for an app between the end of its process and the end of all its descendants goes to its next launch.
@Suite(.serialized, .timeLimit(.minutes(10))) struct EndingAppTests {
    private let a = AppBundle("test.a", teamID: "T1")
    private let b = AppBundle("test.b", teamID: "T2", schemes: ["b"])
    private let owner = AppBundle("test.owner", teamID: "T9", associatedDomains: ["authsrv:login.contoso.test"])

    /// Starts no process; an app is dead when the test says so, or requested to end and ended later.
    private final class MortalLauncher: AppLauncher {
        private struct Mortal: LaunchedApp {
            let bundleID: String
            let launcher: MortalLauncher
            let processID: Int32 = 1
            var isAlive: Bool { !launcher.dead.withLock { $0.contains(bundleID) } }
            func kill() { launcher.end(bundleID) }
        }

        private let dead = Mutex<Set<String>>([])
        let launches = Mutex<[String]>([])

        func end(_ bundleID: String) { dead.withLock { _ = $0.insert(bundleID) } }

        func launch(
            _ launch: AppLaunch, ended: @escaping @Sendable (String) -> Void
        ) throws(DeviceError) -> any LaunchedApp {
            dead.withLock { _ = $0.remove(launch.bundleID) }
            launches.withLock { $0.append(launch.bundleID) }
            return Mortal(bundleID: launch.bundleID, launcher: self)
        }

        func endAll(of userID: UInt32) -> Bool { true }
    }

    /// The responses, in their order.
    private final class Answers: Sendable {
        private let kept = Mutex<[Result<DeviceResponse, DeviceError>]>([])
        var all: [Result<DeviceResponse, DeviceError>] { kept.withLock { $0 } }
        func add(_ answer: Result<DeviceResponse, DeviceError>) { kept.withLock { $0.append(answer) } }
    }

    private func state(
        _ folder: TemporaryDirectory, _ launcher: MortalLauncher, _ bundles: AppBundle...
    ) throws -> DeviceState {
        chmod(folder.path, 0o711)
        var state = try DeviceState(
            options: DeviceOptions(folder: folder.path + "/d", firstUserID: 216_000), launcher: launcher,
            callbacks: DeviceState.Callbacks(
                ended: { _, _, _ in }, now: { 0 }, later: { _, _ in }, shutDown: {}, allEnded: {}))
        for bundle in bundles {
            let path = "\(folder.path)/\(bundle.bundleID)"
            try bundle.write(to: path)
            state.perform(.install(path: path, isManaged: false)) { _ in }
            state.perform(.launchInBackground(bundleID: bundle.bundleID)) { _ in }
        }
        return state
    }

    private func sweep(_ state: inout DeviceState, _ bundleID: String) throws {
        let number = try #require(state.running[bundleID]?.launchNumber)
        state.ended(bundleID, launchNumber: number, outcome: "signal 9")
    }

    private func events(_ state: DeviceState, _ bundleID: String) -> [String] {
        (state.running[bundleID]?.queue ?? []).compactMap { $0.header["event"]?.stringValue }
    }

    @Test func `URLs for a dead app that is not swept yet wait for its next launch, in order`() throws {
        let folder = try TemporaryDirectory("dying")
        defer { folder.remove() }
        let launcher = MortalLauncher()
        var state = try state(folder, launcher, b)
        launcher.end("test.b")
        let answers = Answers()
        for url in ["b://1", "b://2"] { state.perform(.open(url: url)) { answers.add($0) } }
        #expect(answers.all == [.success(.flag(true)), .success(.flag(true))])
        try sweep(&state, "test.b")
        #expect(launcher.launches.withLock { $0 } == ["test.b", "test.b"])
        #expect(state.foreground == "test.b")
        let urls = (state.running["test.b"]?.queue ?? []).compactMap { $0.header["opened"]?["url"]?.stringValue }
        #expect(urls == ["b://1", "b://2"])
    }

    @Test func `a call for an extension whose app is dead and not swept yet goes to its next launch`() throws {
        let folder = try TemporaryDirectory("dying")
        defer { folder.remove() }
        let launcher = MortalLauncher()
        var state = try state(folder, launcher, owner, a)
        launcher.end("test.owner")
        let heard = Mutex<[DevicePacket]>([])
        let session = AppSession(
            id: 1, bundleID: "test.a", waiting: { 0 },
            transmit: { frame in
                heard.withLock { heard in if let packet = try? DevicePacket(parsing: frame) { heard.append(packet) } }
            }, end: {})
        state.connected(session)
        let request = DeviceSingleSignOnRequest(
            provider: "https://login.contoso.test/common", operation: "refresh", options: [:],
            isUserInterfaceEnabled: false)
        for number in [Int64(1), 2] {
            state.receive(DeviceRequest.signOn(request).packet(number: number).bytes(), from: session)
        }
        // One of the calls is cancelled meanwhile, and never delivered.
        state.receive(DeviceRequest.cancel(request: 1).packet(number: 3).bytes(), from: session)
        try sweep(&state, "test.owner")
        #expect(launcher.launches.withLock { $0 } == ["test.owner", "test.a", "test.owner"])
        #expect(events(state, "test.owner") == ["life_cycle", "sign_on"])
        #expect(heard.withLock { $0.compactMap(\.answeredNumber) } == [1, 3])
    }

    @Test func `a launch requested meanwhile is answered when it is done`() throws {
        let folder = try TemporaryDirectory("dying")
        defer { folder.remove() }
        let launcher = MortalLauncher()
        var state = try state(folder, launcher, a, b)
        let answers = Answers()
        state.perform(.kill(bundleID: "test.a")) { answers.add($0) }
        state.perform(.launchInBackground(bundleID: "test.a")) { answers.add($0) }
        state.perform(.activate(bundleID: "test.a")) { answers.add($0) }
        #expect(answers.all.isEmpty)
        try sweep(&state, "test.a")
        #expect(answers.all == [.success(.done), .success(.done), .success(.done)])
        #expect(launcher.launches.withLock { $0 } == ["test.a", "test.b", "test.a"] && state.foreground == "test.a")
    }

    @Test func `a restart is answered when everything has ended`() throws {
        let folder = try TemporaryDirectory("dying")
        defer { folder.remove() }
        var state = try state(folder, MortalLauncher(), a, b)
        let answers = Answers()
        state.perform(.restart) { answers.add($0) }
        try sweep(&state, "test.b")
        #expect(answers.all.isEmpty)
        try sweep(&state, "test.a")
        #expect(answers.all == [.success(.done)] && state.running.isEmpty)
        state.perform(.restart) { answers.add($0) }
        #expect(answers.all.count == 2)
    }

    @Test func `after a restart an app is launched as a new process`() async throws {
        let device = try Device(hasProcesses: true)
        let before = try await device.run(a)["pid"]
        try await device.owner.perform(.restart)
        #expect(try await device.owner.apps().allSatisfy { $0.processID == nil })
        try await device.owner.perform(.activate(bundleID: "test.a"))
        #expect(try await device.owner.apps().first?.processID != nil)
        #expect(try await device.ask("test.a", ["do": "who"])["pid"] != before)
    }
}
#endif
