import Foundation
import KeyfobTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite("Progress of long work at a terminal", .timeLimit(.minutes(5)))
struct ProgressAtTerminalTests {
    private static let erase = "\r\u{1B}[K"

    @Test("a rekey that waits for another process says so after half a second, with the seconds, and leaves no trace")
    func waiting() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        try await tool.makeStore()
        let folder = "\(tool.home)/stores/com.microsoft.adalcache"
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".lock") })
        let lock = open("\(folder)/\(name)", O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
        defer { close(lock) }
        try await Terminal.play(tool) { terminal in
            try await terminal.start("keyfob doctor --rekey")
            try await terminal.waits(for: "Waiting for the store of com.microsoft.adalcache (1 s)")
            #expect(flock(lock, LOCK_UN) == 0)
            #expect(try await terminal.ending().status == 0)
            let screen = try await terminal.lines()
            #expect(!screen.contains { $0.contains("Waiting") || $0.contains("Sealing the") }, "\(screen)")
            #expect(screen.contains { $0.hasPrefix("0 secrets of com.microsoft.adalcache are sealed again") })
        }
    }

    @Test("doctor, --rekey, --salvage and migrate-store say how far they are, and what they print is unchanged")
    func kinds() async throws {
        try await SignInScene.playAtTerminal { scene, terminal in
            try #require(try await scene.logIn(["work"]).status == 0)
            await scene.provider.stop()
            let data = "\(scene.tool.directory.path)/provider"
            let rows = [
                ("doctor", "Examining the store of com.microsoft.adalcache"),
                ("doctor --salvage", "Searching the store of com.microsoft.adalcache"),
                ("doctor --rekey", "Sealing the secrets of com.microsoft.adalcache: 0 of "),
                ("idp migrate-store --from \(data) --to \(data)-copy", "Copying the sign-in log"),
            ]
            for (command, text) in rows {
                let outcome = try await terminal.run("KEYFOB_PROGRESS_DELAY=0 keyfob \(command)")
                #expect(outcome.status == 0 && outcome.output.contains("\(Self.erase)\u{1B}[?7l\(text)"), "\(outcome)")
                // What is left after the last removal is what a pipe gets.
                let rest = outcome.output.split(separator: Self.erase).last ?? ""
                #expect(!rest.isEmpty && !rest.contains("\u{1B}") && !rest.contains(text), "\(outcome)")
            }
            let screen = try await terminal.lines()
            #expect(!screen.contains { $0.contains("Searching the") || $0.contains("Copying ") }, "\(screen)")
        }
    }

    @Test("there is no line when the work is short, in a file, and on a terminal that cannot place its cursor")
    func none() async throws {
        let tool = try Tool()
        defer { tool.remove() }
        try await tool.makeStore()
        try await Terminal.play(tool) { terminal in
            #expect(try await !terminal.run("KEYFOB_PROGRESS_DELAY=3600 keyfob doctor").output.contains("Examining"))
            let dumb = try await terminal.run("TERM=dumb KEYFOB_PROGRESS_DELAY=0 keyfob doctor")
            #expect(dumb.status == 0 && !dumb.output.contains("Examining") && !dumb.output.contains("\u{1B}"))
            let path = "\(tool.directory.path)/progress"
            let file = try await terminal.run("KEYFOB_PROGRESS_DELAY=0 keyfob doctor 2>\(path); cat \(path)")
            #expect(!file.output.contains("Examining"))
        }
    }
}
