#if os(Linux)
import Foundation
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Synchronization
import Testing

@testable import KeyfobDevice

/// Removing an app leaves nothing of it, and removes nothing else.
///
/// The tests require root, as the switchboard does, and fail without it.
@Suite(.timeLimit(.minutes(10))) struct RemovalTests {
    private let a = AppBundle("test.a", teamID: "T1")

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// A folder outside the device that must stay unchanged.
    private func canary(_ path: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        for number in 0..<5 { try [1].write(to: "\(path)/\(number)") }
    }

    @Test func `an app is removed with all its data, however deep, and links are not followed`() async throws {
        let device = try Device()
        try await device.install(a)
        let root = device.folder.path + "/d"
        try canary(device.folder.path + "/canary")
        // Deeper than the longest path, with files whose names are not text and links out of it at every level.
        var folder = try #require(OpenFolder(path: "\(root)/homes/test.a"))
        let name = OpenFolder.name(String(repeating: "d", count: 100))
        for _ in 0..<60 {
            #expect(mkdirat(folder.descriptor, name, 0) == 0)
            folder = try #require(OpenFolder(name, in: folder))
            #expect(symlinkat("\(device.folder.path)/canary", folder.descriptor, "link") == 0)
            let file = openat(folder.descriptor, [-1, -2, 0] as [CChar], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            #expect(file >= 0 && close(file) == 0)
        }
        try await device.owner.perform(.uninstall(bundleID: "test.a"))
        #expect(try await device.owner.apps().isEmpty)
        for path in ["homes", "apps", "state/removed"] { #expect(try names("\(root)/\(path)").isEmpty, "\(path)") }
        #expect(try names(device.folder.path + "/canary").count == 5)
    }

    @Test func `a link that another process swaps in during a removal is not followed`() throws {
        let directory = try TemporaryDirectory("flips")
        defer { directory.remove() }
        let (canary, tree) = (directory.path + "/canary", directory.path + "/tree")
        try self.canary(canary)
        for _ in 0..<100 {
            try FileManager.default.createDirectory(atPath: tree, withIntermediateDirectories: false)
            try self.canary("\(tree)/inner")
            // An open folder stays open when it is moved.
            let folder = try #require(OpenFolder(path: tree))
            let flips = Flips(of: folder, to: canary)
            try? TreeRemoval.remove([tree], through: directory.path + "/removed")
            flips.end()
            #expect(!exists(tree))
            #expect(try names(canary) == ["0", "1", "2", "3", "4"])
        }
    }

    @Test func `an incomplete removal is reported, and no app with that id gets the remains`()
        async throws
    {
        let device = try Device()
        try await device.install(a)
        let root = device.folder.path + "/d"
        try [1].write(to: "\(root)/homes/test.a/secret")
        // The place for folders to be removed is occupied.
        try [1].write(to: "\(root)/state/removed")
        let fault = await #expect(throws: DeviceError.self) {
            try await device.owner.perform(.uninstall(bundleID: "test.a"))
        }
        #expect(fault?.message.contains("removed") == true)
        #expect(try await device.owner.apps().isEmpty)
        await #expect(throws: DeviceError.self) { try await device.install(a) }
        #expect(try await device.owner.apps().isEmpty)
        unlink("\(root)/state/removed")
        try await device.install(a)
        #expect(try names("\(root)/homes/test.a") == ["tmp"])
    }

    @Test func `another team's app with the same bundle id is another user, and starts with nothing`() async throws {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let device = try Device(folder: folder, firstUserID: OwnUserIDs.first(7))
        try await device.install(a)
        let root = device.folder.path + "/d"
        let home = "\(root)/homes/test.a"
        let first = try #require(try await device.owner.apps().first?.userID)
        try await device.owner.perform(.uninstall(bundleID: "test.a"))
        // As left by a device that ends before it has removed anything.
        try DeviceFolders.make(home, mode: 0o777, owner: first)
        try [1].write(to: "\(home)/secret")
        try [1].write(to: "\(root)/state/defaults-test.a.json")
        try await device.install(AppBundle("test.a", teamID: "T2"))
        let other = try #require(try await device.owner.apps().first?.userID)
        #expect(other != first)
        var status = stat()
        #expect(lstat(home, &status) == 0 && status.st_uid == other && status.st_mode & 0o7777 == 0o700)
        #expect(try names(home) == ["tmp"] && !exists("\(root)/state/defaults-test.a.json"))
        // The first team's app gets its own again when it is reinstalled, and an unsigned app is a third.
        for (teamID, expected) in [("T1", first), (nil, other + 1), ("T2", other), (nil, other + 1)] {
            try await device.owner.perform(.uninstall(bundleID: "test.a"))
            try await device.install(AppBundle("test.a", teamID: teamID))
            #expect(try await device.owner.apps().first?.userID == expected)
        }
        // The removal of others with the id does not remove this one when the device starts again.
        let present = other + 1
        device.board.stop()
        await device.board.untilStopped()
        let again = try Device(folder: folder, firstUserID: OwnUserIDs.first(7))
        #expect(try await again.owner.apps().first?.userID == present)
        #expect(try names(home) == ["tmp"])
    }

    @Test func `a home that its app has opened to others is closed by the next version`() async throws {
        let device = try Device()
        try await device.install(a)
        let home = device.folder.path + "/d/homes/test.a"
        for path in [home, "\(home)/tmp"] { chmod(path, 0o777) }
        try [1].write(to: "\(home)/kept")
        try await device.install(a)
        var status = stat()
        for path in [home, "\(home)/tmp"] { #expect(lstat(path, &status) == 0 && status.st_mode & 0o7777 == 0o700) }
        #expect(exists("\(home)/kept"))
    }
}

/// Exchanges a folder's `inner` for a link, and back, on its own thread until it is ended.
private final class Flips: Sendable {
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    init(of folder: OpenFolder, to target: String) {
        let descriptor = fcntl(folder.descriptor, F_DUPFD_CLOEXEC, 0)
        let begun = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            while !isOver.load(ordering: .relaxed) {
                renameat(descriptor, "inner", descriptor, "aside")
                symlinkat(target, descriptor, "inner")
                begun.signal()
                unlinkat(descriptor, "inner", 0)
                renameat(descriptor, "aside", descriptor, "inner")
            }
            close(descriptor)
            ended.signal()
        }
        begun.wait()
    }

    func end() {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
    }
}
#endif
