import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Failing disks")
struct HostileDiskTests {
    @Test("a full disk gives a clear error, and acknowledged writes are there", .enabled(if: isLinux))
    func full() throws {
        let place = try TemporaryHome()
        let namespace = geteuid() == 0 ? ["unshare", "-m"] : ["unshare", "-rm"]
        let script = #"mount -t tmpfs -o size=1m,mode=0700 tmpfs "$0" && exec "$1" "$0/home""#
        let worker = try WorkerProcess(
            [], through: namespace + ["sh", "-c", script, place.path], executable: WorkerProcess.executable)
        let answer = try #require(worker.ask("fill"))
        worker.finish()
        #expect(answer.hasPrefix("full after "))
        #expect(!answer.hasPrefix("full after 0,"))
        #expect(answer.contains(" 0 missing, storeUnavailable: "))
        #expect(answer.contains("disk"))
    }

    @Test("a home that cannot be written gives a clear error", .enabled(if: isLinux))
    func readOnly() throws {
        let place = try TemporaryHome()
        let copy = place.path + "/worker"
        try ProgramCopy.make(of: WorkerProcess.executable, at: copy)
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.path) }
        let drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let worker = try WorkerProcess(
            [place.path + "/home"], through: geteuid() == 0 ? drop : [], executable: copy)
        let answer = try #require(worker.ask("put ada token"))
        worker.finish()
        #expect(answer.hasPrefix("error storeUnavailable: "))
        #expect(answer.contains("cannot be made"))
        #expect(answer.contains("KEYFOB_HOME"))
    }

    @Test(
        "a user who may only read a home gets every unexpired token, whatever SQLite left next to the database",
        .enabled(if: isLinux), arguments: [["-wal", "-shm"], ["-wal"], []])
    func readingUser(left: [String]) throws {
        let place = try ReadingPlace()
        let writer = try place.worker()
        #expect(writer.ask("put ada first") == "done" && writer.ask("put ada token") == "done")
        writer.finish()
        try place.leave(left)
        try place.close()
        let reader = try place.worker()
        #expect(reader.ask("get ada") == "token")
        let refused = try #require(reader.ask("put ada another"))
        #expect(refused.hasPrefix("error storeUnavailable: ") && refused.contains("KEYFOB_HOME"), "\(refused)")
        #expect(refused.contains("Permission denied"), "\(refused)")
        #expect(reader.ask("get ada") == "token")
        reader.finish()
    }

    @Test("a home that is mounted read-only returns what other processes write to it meanwhile", .enabled(if: isLinux))
    func readOnlyMount() throws {
        let place = try TemporaryHome()
        let writer = try WorkerProcess([place.path + "/home"])
        #expect(writer.ask("put ada one") == "done")
        let script = #"mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$1" "$0/home""#
        let reader = try WorkerProcess(
            [], through: namespace + ["sh", "-c", script, place.path], executable: executable)
        #expect(reader.ask("get ada") == "one")
        for round in 0..<5 {
            #expect(writer.ask("put ada two-\(round)") == "done")
            #expect(reader.ask("get ada") == "two-\(round)")
        }
        let refused = try #require(reader.ask("put ada three"))
        #expect(
            refused.hasPrefix("error storeUnavailable: ") && refused.contains("Read-only file system"), "\(refused)")
        reader.finish()
        #expect(writer.ask("get ada") == "two-4")
        writer.finish()
    }

    @Test(
        "a full disk returns every unexpired token, and stores new ones once there is room", .enabled(if: isLinux))
    func fullDisk() throws {
        let place = try TemporaryHome()
        let script = #"""
            mount -t tmpfs -o size=1m,mode=0700 tmpfs "$0" && echo put ada token | "$1" "$0/home" >/dev/null \
            && rm -f "$0"/home/stores/*/*-shm && { dd if=/dev/zero of="$0/rest" bs=1024 2>/dev/null || true; } \
            && exec "$1" "$0/home"
            """#
        let worker = try WorkerProcess(
            [], through: namespace + ["sh", "-c", script, place.path], executable: executable)
        #expect(worker.ask("get ada") == "token")
        let refused = try #require(worker.ask("put grace token"))
        #expect(refused.hasPrefix("error storeUnavailable: ") && refused.contains("No space left"), "\(refused)")
        #expect(worker.ask("get ada") == "token")
        try FileManager.default.removeItem(atPath: "/proc/\(worker.identifier)/root\(place.path)/rest")
        #expect(worker.ask("put grace token") == "done")
        #expect(worker.ask("get grace") == "token" && worker.ask("get ada") == "token")
        worker.finish()
    }

    @Test(
        "reserved room is there for its write on a disk that filled up meanwhile; then no more is reserved",
        .enabled(if: isLinux))
    func reserved() throws {
        let place = try TemporaryHome()
        let script = #"mount -t tmpfs -o size=1m,mode=0700 tmpfs "$0" && exec "$1" "$0/home""#
        let worker = try WorkerProcess(
            [], through: namespace + ["sh", "-c", script, place.path], executable: executable)
        #expect(worker.ask("put ada token") == "done")
        #expect(worker.ask("reserve ada next") == "reserved")
        let rest = "/proc/\(worker.identifier)/root\(place.path)/rest"
        #expect(fill(rest) > 100_000)
        #expect(worker.ask("go on") == "done")
        #expect(worker.ask("get ada") == "next")
        let refused = try #require(worker.ask("reserve ada more"))
        #expect(refused.hasPrefix("error storeUnavailable: ") && refused.contains("No space left"), "\(refused)")
        try FileManager.default.removeItem(atPath: rest)
        #expect(worker.ask("reserve ada more") == "reserved" && worker.ask("go on") == "done")
        worker.finish()
    }

    /// Fills the disk of a file, and returns the file's length.
    private func fill(_ path: String) -> Int {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let page = [UInt8](repeating: 1, count: 4096)
        var length = 0
        while write(descriptor, page, page.count) == page.count { length += page.count }
        return length
    }

    private var executable: String { WorkerProcess.executable }
    private var namespace: [String] { geteuid() == 0 ? ["unshare", "-m"] : ["unshare", "-rm"] }
}

#if os(Linux)
private let isLinux = true
#else
private let isLinux = false
#endif
