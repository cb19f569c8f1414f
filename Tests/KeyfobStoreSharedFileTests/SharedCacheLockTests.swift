import Dispatch
import Foundation
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobStoreSharedFile

@Suite("The lock file of the shared cache", .timeLimit(.minutes(10)))
struct SharedCacheLockTests {
    @Test("During a write no other way of locking succeeds; afterwards the file is removed")
    func excludesAll() async throws {
        let scene = try Scene()
        let store = try scene.store()
        let mayEnd = DispatchSemaphore(value: 0)
        let (entered, enter) = AsyncStream<Void>.makeStream()
        async let written: Void = store.write { transaction throws(AuthError) in
            enter.finish()
            mayEnd.wait()
        }
        for await _ in entered {}
        let attempts = try await scene.attempt()
        let owner = try String(contentsOfFile: scene.lockPath, encoding: .utf8)
        mayEnd.signal()
        try await written
        #expect(attempts == ["exclusive": false, "flock": false, "fcntl": false])
        #expect(owner.hasPrefix("\(getpid()) "))
        #expect(try scene.files().isEmpty)
    }

    @Test(
        "A holder, in whatever way, is waited for, and never disturbed",
        arguments: ["exclusive", "flock", "fcntl"])
    func waits(kind: String) async throws {
        let scene = try Scene()
        let holder = try await scene.hold(kind)
        let owner = try String(contentsOfFile: scene.lockPath, encoding: .utf8)
        let duration = await ContinuousClock().measure { await expectLocked(scene) }
        // The time of the attempts themselves counts too.
        let real = duration / Duration.seconds(1)
        #expect(scene.secondsWaited + real > 59 && scene.secondsWaited < 61)
        #expect(try String(contentsOfFile: scene.lockPath, encoding: .utf8) == owner)
        holder.closeInput()
        _ = await holder.outcome()
        // Its process id is unused now, and no lock is left: the file it left is taken over at once.
        let before = scene.secondsWaited
        try await scene.store().add("ada", token: "one")
        #expect(scene.secondsWaited == before)
        #expect(try scene.files() == ["cache.json"])
    }

    @Test("An unused process id does not count where the kernel's lock is held", arguments: ["flock", "fcntl"])
    func kernelLockCounts(kind: String) async throws {
        let scene = try Scene()
        let holder = try await scene.hold(kind, content: "\(try await deadNumber()) dotnet\n")
        await expectLocked(scene)
        holder.signal(SIGKILL)
        _ = await holder.outcome()
        try await scene.store().add("ada", token: "one")
        #expect(try scene.store().token(of: "ada") == "one")
    }

    @Test(
        "A file that a killed program left is taken over at once, as each library writes it",
        arguments: ["PID /usr/bin/az", "PID", "\u{FEFF}PID dotnet\n", "PID host.example", "OWN program"])
    func abandoned(form: String) async throws {
        let scene = try Scene()
        let content = form.replacing("PID", with: "\(try await deadNumber())").replacing("OWN", with: "\(getpid())")
        try Data(content.utf8).write(to: URL(fileURLWithPath: scene.lockPath))
        try await scene.store().add("ada", token: "one")
        #expect(scene.secondsWaited == 0)
        #expect(try scene.files() == ["cache.json"])
    }

    @Test("A file older than the machine's start is abandoned, even if its process id is used", .enabled(if: isLinux))
    func beforeStart() async throws {
        let scene = try Scene()
        try Data("\(getppid()) az".utf8).write(to: URL(fileURLWithPath: scene.lockPath))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: scene.lockPath)
        try await scene.store().add("ada", token: "one")
        #expect(scene.secondsWaited == 0)
        try Data("\(getppid()) az".utf8).write(to: URL(fileURLWithPath: scene.lockPath))
        await expectLocked(scene)
    }

    @Test("A file without a process id is being created, and abandoned if it stays so", arguments: ["", "x", "-1 x"])
    func nameless(content: String) async throws {
        let scene = try Scene()
        try Data(content.utf8).write(to: URL(fileURLWithPath: scene.lockPath))
        try await scene.store().add("ada", token: "one")
        #expect(scene.secondsWaited >= 10 && scene.secondsWaited < 11)
    }

    @Test("A lock that is released during the wait is acquired")
    func givenBack() async throws {
        let scene = try Scene()
        let holder = try await scene.hold("exclusive")
        scene.whileWaiting { waited in
            if waited > 30 { try? FileManager.default.removeItem(atPath: scene.lockPath) }
        }
        try await scene.store().add("ada", token: "one")
        #expect(scene.secondsWaited > 30 && scene.secondsWaited < 31)
        holder.closeInput()
        _ = await holder.outcome()
    }

    @Test("A writer whose lock file is deleted writes nothing")
    func deleted() async throws {
        let scene = try Scene()
        let store = try scene.store()
        try await store.add("ada", token: "one")
        let path = scene.lockPath
        let error = await #expect(throws: AuthError.self) {
            try await store.write { transaction throws(AuthError) in
                try? FileManager.default.removeItem(atPath: path)
                try transaction.delete(CredentialKey(homeAccountID: "ada.tenant", name: "none"))
                for entity in try transaction.partition(homeAccountID: "ada.tenant")?.entities ?? [] {
                    try transaction.delete(entity.key)
                }
            }
        }
        #expect(error?.code == .storeUnavailable)
        #expect(try store.token(of: "ada") == "one")
    }

    @Test("After a write the lock is left to others, although more writers of the process are waiting")
    func leavesRoom() async throws {
        let scene = try Scene()
        let store = try scene.store()
        let mayEnd = DispatchSemaphore(value: 0)
        let (entered, enter) = AsyncStream<Void>.makeStream()
        async let first: Void = store.write { transaction throws(AuthError) in
            enter.finish()
            mayEnd.wait()
        }
        for await _ in entered {}
        async let second: Void = store.add("ada", token: "one")
        // Another program's attempts take their time, and the lock is held for that long.
        _ = try await scene.attempt()
        let isHeld = Mutex<[Bool]>([])
        let path = scene.lockPath
        scene.whileWaiting { _ in isHeld.withLock { $0.append(FileManager.default.fileExists(atPath: path)) } }
        mayEnd.signal()
        try await first
        try await second
        #expect(isHeld.withLock { $0 } == [false])
        #expect(scene.secondsWaited > 0)
        #expect(try store.token(of: "ada") == "one")
    }

    @Test("The pause grows with the time that the lock was held, more so with competition, and is bounded")
    func rests() {
        #expect(SharedCacheTurnstile.rest(afterWaiting: 0, holding: 0.002) == 0.002)
        #expect(SharedCacheTurnstile.rest(afterWaiting: 0.25, holding: 0.125) == 0.75)
        #expect(SharedCacheTurnstile.rest(afterWaiting: 20, holding: 0.01) == 1)
    }

    @Test("Reading needs no lock")
    func reading() async throws {
        let scene = try Scene()
        try await scene.store().add("ada", token: "one")
        let holder = try await scene.hold("flock")
        #expect(try scene.store().token(of: "ada") == "one" && scene.secondsWaited == 0)
        holder.closeInput()
        _ = await holder.outcome()
    }

    private func expectLocked(_ scene: Scene) async {
        let error = await #expect(throws: AuthError.self) { try await scene.store().add("ada", token: "one") }
        #expect(error?.code == .storeUnavailable && error?.message.contains(scene.lockPath) == true)
    }

    /// The process id of a process that has ended.
    private func deadNumber() async throws -> Int32 {
        let child = try ChildProcess("/usr/bin/env", ["true"], environment: [:])
        _ = await child.outcome()
        return child.identifier
    }
}

#if os(Linux)
private let isLinux = true
#else
private let isLinux = false
#endif
