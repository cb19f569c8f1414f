import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Disks that refuse")
struct HostileDiskTests {
    @Test("a full disk gives a clear error, and what was acknowledged is there", .enabled(if: isLinux))
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
}

#if os(Linux)
private let isLinux = true
#else
private let isLinux = false
#endif
