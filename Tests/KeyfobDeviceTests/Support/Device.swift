#if os(Linux)
import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobDevice
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobTesting

/// A device in this process, removed with the test.
final class Device {
    let board: Switchboard
    let owner: AdminConnection
    let timer: ManualTimer
    let folder: TemporaryDirectory
    private let ownsFolder: Bool
    private var bundles = 0

    /// - Parameters:
    /// - hasProcesses: Whether apps are processes, each under its own user id, or code of the test.
    /// - folder: Where the device is set up, or was before; it stays then. Nil makes one that is removed with the
    ///   device.
    /// - firstUserID: Where its apps' user ids may begin. A device that is set up again has to get the same ones, which
    ///   another test's device must not have taken meanwhile.
    init(
        os: DeviceOS = .ios13, isolation: AppIsolation = .userPerApp, hasProcesses: Bool = false,
        environment: [String: String] = [:], folder: TemporaryDirectory? = nil,
        firstUserID: UInt32 = 211_000, refused: @escaping @Sendable (DeviceLogEntry) -> Void = { _ in }
    ) throws {
        ownsFolder = folder == nil
        self.folder = try folder ?? TemporaryDirectory("dev")
        // Apps of other users have to pass through it.
        chmod(self.folder.path, 0o711)
        timer = ManualTimer()
        let loop = try SocketLoop(name: "device")
        let launcher: any AppLauncher =
            hasProcesses
            ? ProcessLauncher(runner: BuildProducts.executable("keyfob-device"), loop: loop) : IdleLauncher()
        let options = DeviceOptions(
            folder: self.folder.path + "/d", os: os, isolation: isolation, firstUserID: firstUserID,
            environment: environment)
        board = try Switchboard(options: options, launcher: launcher, loop: loop, timer: timer.timer, refused: refused)
        if hasProcesses { try board.listen() }
        owner = try AdminConnection(descriptor: try board.administer())
    }

    deinit {
        board.stop()
        if ownsFolder { folder.remove() }
    }

    @discardableResult
    func install(_ bundle: AppBundle, program: String? = nil, isManaged: Bool = false) async throws -> [String] {
        bundles += 1
        let path = "\(folder.path)/bundle-\(bundles)"
        try bundle.write(to: path, program: program)
        return try await owner.install(path, isManaged: isManaged)
    }

    /// Installs a probe, brings it to the front, and waits until it listens.
    @discardableResult
    func run(_ bundle: AppBundle) async throws -> JSONValue {
        try await install(bundle, program: BuildProducts.executable("KeyfobDeviceProbe"))
        try await owner.perform(.activate(bundleID: bundle.bundleID))
        return try await ask(bundle.bundleID, ["do": "who"])
    }

    /// Sends input to a probe.
    @discardableResult
    func ask(_ bundleID: String, _ input: JSONValue) async throws -> JSONValue {
        try await owner.input(bundleID, input) ?? nil
    }

    /// The input that a probe has received.
    func inbox(_ bundleID: String) async throws -> [JSONValue] {
        try await ask(bundleID, ["do": "inbox"]).arrayValue ?? []
    }

    /// A connection of an app that is code of the test.
    func connect(_ bundleID: String) async throws -> App {
        let connection = try DeviceConnection(descriptor: try board.connect(as: bundleID))
        let app = App(connection)
        try await connection.ready()
        return app
    }

    func trace(_ kinds: TraceEntry.Kind...) async throws -> [TraceEntry] {
        try await owner.trace().filter { kinds.contains($0.kind) }
    }
}

/// An app that is code of the test: its connection, and its events one after the other.
final class App {
    let connection: DeviceConnection
    private var events: DeviceEvents.Iterator

    init(_ connection: DeviceConnection) {
        self.connection = connection
        events = connection.events().makeAsyncIterator()
    }

    func next() async -> DeviceEvent? { await events.next() }

    func next(_ count: Int) async -> [DeviceEvent] {
        var found: [DeviceEvent] = []
        for _ in 0..<count { if let event = await next() { found.append(event) } }
        return found
    }
}

/// Starts no process: the test connects in the app's place.
struct IdleLauncher: AppLauncher {
    func endAll(of userID: UInt32) -> Bool { true }

    final class Idle: LaunchedApp {
        let processID: Int32 = 1
        private let ended: Mutex<(@Sendable (String) -> Void)?>

        init(_ ended: @escaping @Sendable (String) -> Void) { self.ended = Mutex(ended) }

        var isAlive: Bool { ended.withLock { $0 != nil } }

        func kill() {
            let ended = self.ended.withLock { ended in
                defer { ended = nil }
                return ended
            }
            if let ended { DispatchQueue.global().async { ended("signal 9") } }
        }
    }

    func launch(
        _ launch: AppLaunch, ended: @escaping @Sendable (String) -> Void
    ) throws(DeviceError) -> any LaunchedApp { Idle(ended) }
}

/// A timer that runs out when the test says so.
final class ManualTimer: Sendable {
    private let waiting = Mutex<[(Double, @Sendable () -> Void)]>([])
    private let passed = Mutex(0.0)

    var timer: DeviceTimer {
        DeviceTimer(
            now: { [self] in passed.withLock { $0 } },
            after: { [self] seconds, body in
                guard seconds > 0 else { return DispatchQueue.global().async(execute: body) }
                waiting.withLock { $0.append((seconds, body)) }
            })
    }

    /// Lets time pass; no timer runs out by that alone.
    func pass(_ seconds: Double) { passed.withLock { $0 += seconds } }

    /// Runs out every timer that was set for so many seconds.
    ///
    /// - Parameter left: The part of them that is left to pass.
    func runOut(_ seconds: Double, left: Double? = nil) {
        pass(left ?? seconds)
        let due = waiting.withLock { waiting in
            defer { waiting.removeAll { $0.0 == seconds } }
            return waiting.filter { $0.0 == seconds }.map(\.1)
        }
        for body in due { body() }
    }

    /// The pending timers that a response in time would cancel: the limits of silent calls, in seconds.
    var limits: [Double] { waiting.withLock { $0.map(\.0).filter { $0 != 20 } } }
}

/// Starts no process, and reports the same process id for every app.
final class NumberedLauncher: AppLauncher {
    func endAll(of userID: UInt32) -> Bool { true }

    private struct Numbered: LaunchedApp {
        let launcher: NumberedLauncher
        var processID: Int32 { launcher.number.withLock { $0 } }
        var isAlive: Bool { true }
        func kill() {}
    }

    let number: Mutex<Int32>

    init(number: Int32) { self.number = Mutex(number) }

    func launch(
        _ launch: AppLaunch, ended: @escaping @Sendable (String) -> Void
    ) throws(DeviceError) -> any LaunchedApp { Numbered(launcher: self) }
}
#endif
