#if os(Linux)
import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobTesting
import Testing

@testable import KeyfobDevice

/// Leftovers of apps, and obstacles: processes, process ids, links.
///
/// The tests require root, as the switchboard does, and fail without it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LeftoverTests {
    private let a = AppBundle("test.a", teamID: "T1")

    @Test func `processes that fork faster than they are killed end with their app`() async throws {
        let device = try Device(hasProcesses: true)
        let who = try await device.run(a)
        let user = try #require(who["uid"]?.integerValue.flatMap { UInt32(exactly: $0) })
        try await device.ask("test.a", ["do": "multiply"])
        try await device.owner.perform(.kill(bundleID: "test.a"))
        for _ in 0..<20 { #expect(ProcessTable.processes(of: user).isEmpty) }
        // And the app starts again, as itself.
        try await device.owner.perform(.activate(bundleID: "test.a"))
        #expect(try await device.ask("test.a", ["do": "who"])["uid"] == who["uid"])
    }

    @Test func `a process that kills its sweeper is ended too`() async throws {
        let device = try Device(hasProcesses: true)
        let user = try #require(try await device.run(a)["uid"]?.integerValue.flatMap { UInt32(exactly: $0) })
        for _ in 0..<20 {
            #expect(try await device.ask("test.a", ["do": "shoot_back"]) == true)
            try await device.owner.perform(.kill(bundleID: "test.a"))
            #expect(ProcessTable.processes(of: user).isEmpty)
            try await device.owner.perform(.activate(bundleID: "test.a"))
        }
    }

    @Test func `the device has ended only when every process of its apps has`() async throws {
        let device = try Device(hasProcesses: true)
        let user = try #require(try await device.run(a)["uid"]?.integerValue.flatMap { UInt32(exactly: $0) })
        try await device.ask("test.a", ["do": "leave_behind"])
        try await device.ask("test.a", ["do": "multiply"])
        device.board.stop()
        await device.board.untilStopped()
        #expect(ProcessTable.processes(of: user).isEmpty)
    }

    @Test func `processes left by a killed device end before the next one assigns its user ids`()
        async throws
    {
        let folder = try SharedDirectory("keyfob-killed")
        defer { folder.remove() }
        let first = try await serve(folder)
        let path = "\(folder.path)/test.a.app"
        try a.write(to: path, program: BuildProducts.executable("KeyfobDeviceProbe"))
        let owner = try AdminConnection(path: "\(folder.path)/d/run/admin.sock")
        _ = try await owner.install(path)
        try await owner.perform(.activate(bundleID: "test.a"))
        let who = try await owner.input("test.a", ["do": "who"])
        let user = try #require(who?["uid"]?.integerValue.flatMap { UInt32(exactly: $0) })
        _ = try await owner.input("test.a", ["do": "multiply"])
        first.signal(SIGKILL)
        _ = await first.outcome()
        owner.close()
        let next = try await serve(folder)
        for _ in 0..<20 { #expect(ProcessTable.processes(of: user).isEmpty) }
        next.terminate()
        #expect(await next.outcome().status == 0)
    }

    @Test func `the users of a killed device are ended without a search, once`() throws {
        let first = OwnUserIDs.first(12)
        // Nothing tells the end of this range from that of a killed device: no user is running.
        try UserRange.take(from: first, known: nil) { _ in true }.record(first + 1)
        var ended: [UInt32] = []
        func take() throws {
            _ = try UserRange.take(from: first, known: first) { userID in
                ended.append(userID)
                return true
            }
        }
        try take()
        #expect(ended == [first + 1])
        try take()
        #expect(ended == [first + 1])
        // A user whose processes do not end is not forgotten.
        try UserRange.take(from: first, known: first) { _ in true }.record(first + 2)
        #expect(throws: DeviceError.self) { try UserRange.take(from: first, known: first) { _ in false } }
        try take()
        #expect(ended == [first + 1, first + 2])
    }

    @Test func `a key in one app's session keyring is not accessible to another app`() async throws {
        let folder = try SharedDirectory("keyfob-keys")
        defer { folder.remove() }
        // A switchboard with its own session keyring, as a login creates one: keyctl(KEYCTL_JOIN_SESSION_KEYRING).
        let script = """
            import ctypes, os, platform, sys
            number = 250 if platform.machine() == "x86_64" else 219
            ctypes.CDLL(None).syscall(number, 1, None)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let device = try await serve(folder, by: ["/usr/bin/python3", "-c", script], firstUserID: OwnUserIDs.first(3))
        let owner = try AdminConnection(path: "\(folder.path)/d/run/admin.sock")
        let (name, adder, seeker) = ("keyfob-\(getpid())", "test.a", "test.b")
        for bundle in [a, AppBundle(seeker, teamID: "T2")] {
            let path = "\(folder.path)/\(bundle.bundleID).app"
            try bundle.write(to: path, program: BuildProducts.executable("KeyfobDeviceProbe"))
            _ = try await owner.install(path)
            try await owner.perform(.activate(bundleID: bundle.bundleID))
        }
        let added = try await owner.input(adder, ["do": "add_key", "name": .string(name)])
        let own = try await owner.input(adder, ["do": "request_key", "name": .string(name)])
        let found = try await owner.input(seeker, ["do": "request_key", "name": .string(name)])
        // A kernel without keyrings, or a container that forbids them, returns that error to both.
        #expect(own == added && (added == 0 || [.integer(ENOSYS), .integer(EPERM)].contains(added)))
        #expect(found == (added == 0 ? .integer(ENOKEY) : added))
        owner.close()
        device.terminate()
        #expect(await device.outcome().status == 0)
    }

    /// A device that is a process, as root starts it, with its own user ids.
    private func serve(
        _ folder: SharedDirectory, by starter: [String] = [], firstUserID: UInt32 = OwnUserIDs.first(0)
    ) async throws -> ChildProcess {
        let command =
            starter + [
                BuildProducts.executable("keyfob-device"), "serve", "--folder", "\(folder.path)/d", "--first-uid",
                "\(firstUserID)",
            ]
        let process = try ChildProcess(
            command[0], Array(command.dropFirst()), environment: ProcessInfo.processInfo.environment)
        guard let line = await process.nextLine(), line.contains("is ready") else {
            process.signal(SIGKILL)
            Issue.record("\(await process.outcome().errors)")
            return process
        }
        return process
    }

    @Test func `a sweep ends only processes of user ids that belong to apps`() async throws {
        for user in ["0", "1", "1999"] {
            let outcome = try await ChildProcess.run(
                BuildProducts.executable("keyfob-device"), ["end-user", "--user", user], environment: [:])
            #expect(outcome.status == 1 && outcome.errors.contains("could not become"))
        }
    }

    @Test func `a process id is not the app's any more once its process has ended`() async throws {
        let folder = try TemporaryDirectory("reuse")
        defer { folder.remove() }
        chmod(folder.path, 0o711)
        let loop = try SocketLoop(name: "test")
        defer { loop.stop() }
        let (connections, accept) = AsyncStream.makeStream(of: Int32.self)
        let listener = try UnixListener(path: folder.path + "/s", mode: 0o666, loop: loop) { accept.yield($0) }
        defer { listener.close() }
        // A process that connects, passes the connection to another one, and ends: its process id is free.
        let script = """
            import os, socket, sys
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            if os.fork() == 0:
                sys.stdin.read()
            """
        let caller = try ChildProcess("/usr/bin/python3", ["-c", script, folder.path + "/s"], environment: [:])
        var accepted = connections.makeAsyncIterator()
        let descriptor = try #require(await accepted.next())
        defer { UnixSocket.close(descriptor) }
        let handle = try ProcessHandle(peerOf: descriptor)
        var polled = pollfd(fd: handle.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 20_000) == 1)
        // The device has since launched an app whose process was given that id.
        let launcher = NumberedLauncher(number: caller.identifier)
        for isolation in [AppIsolation.insecureSingleUser, .userPerApp] {
            var state = try DeviceState(
                options: DeviceOptions(
                    folder: "\(folder.path)/\(isolation.rawValue)", isolation: isolation,
                    firstUserID: 214_000), launcher: launcher,
                callbacks: DeviceState.Callbacks(
                    ended: { _, _, _ in }, now: { 0 }, later: { _, _ in }, shutDown: {}, allEnded: {}))
            let bundle = "\(folder.path)/bundle-\(isolation.rawValue)"
            try a.write(to: bundle)
            state.perform(.install(path: bundle, isManaged: false)) { _ in }
            state.perform(.launchInBackground(bundleID: "test.a")) { _ in }
            #expect(state.running["test.a"]?.process.processID == caller.identifier)
            let fault = #expect(throws: DeviceError.self) { try state.caller(descriptor) }
            #expect(fault?.code == .refused)
            guard isolation == .insecureSingleUser else { continue }
            #expect(fault?.message.contains("ended") == true)
            // Another connection, of a live process with that id, is the app's.
            let (own, other) = try UnixSocket.pair()
            defer { for end in [own, other] { UnixSocket.close(end) } }
            launcher.number.withLock { $0 = getpid() }
            #expect(try state.caller(own) == "test.a")
            launcher.number.withLock { $0 = caller.identifier }
        }
        caller.closeInput()
    }

    @Test func `a folder that is a link, or is replaced by one meanwhile, is not followed`() throws {
        let folder = try TemporaryDirectory("links")
        defer { folder.remove() }
        let (target, link) = (folder.path + "/target", folder.path + "/link")
        try DeviceFolders.make(target, mode: 0o700)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        let fault = #expect(throws: DeviceError.self) { try DeviceFolders.make(link, mode: 0o777, owner: 4711) }
        #expect(fault?.code == .refused)
        var status = stat()
        #expect(lstat(target, &status) == 0 && status.st_mode & 0o777 == 0o700 && status.st_uid == geteuid())
        // Exchanged over and over while it is made: the target never changes.
        let flips = Thread {
            for _ in 0..<2000 {
                unlink(link)
                rmdir(link)
                symlink(target, link)
            }
        }
        flips.start()
        for _ in 0..<2000 { try? DeviceFolders.make(link, mode: 0o777) }
        while !flips.isFinished { sched_yield() }
        #expect(lstat(target, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test func `a link that an app has put in place of its temporary folder is removed, and not followed`()
        async throws
    {
        let device = try Device(hasProcesses: true)
        try await device.run(a)
        try await device.owner.perform(.kill(bundleID: "test.a"))
        let home = device.folder.path + "/d/homes/test.a"
        let target = device.folder.path + "/elsewhere"
        try DeviceFolders.make(target, mode: 0o755)
        try FileManager.default.removeItem(atPath: home + "/tmp")
        try FileManager.default.createSymbolicLink(atPath: home + "/tmp", withDestinationPath: target)
        let user = try #require(try await device.run(a)["uid"]?.integerValue)
        var status = stat()
        #expect(lstat(home + "/tmp", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR)
        #expect(Int64(status.st_uid) == user && status.st_mode & 0o777 == 0o700)
        #expect(lstat(target, &status) == 0 && status.st_uid == geteuid() && status.st_mode & 0o777 == 0o755)
    }
}
#endif
