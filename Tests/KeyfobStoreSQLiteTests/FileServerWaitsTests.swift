import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite
import KeyfobTesting
import Testing

@Suite("Servers' waits are files that reveal nothing and do not accumulate")
struct FileServerWaitsTests {
    private let wait = ServerWait(until: 1_000_060, code: .throttled, message: "Wait.", remedy: "Later.")

    @Test("Another process reads a stored wait; the newer one counts")
    func kept() throws {
        let folder = try TemporaryDirectory("keyfob-waits")
        defer { folder.remove() }
        let path = folder.path + "/home/waits"
        #expect(FileServerWaits(directory: path).wait(for: "a") == nil)
        FileServerWaits(directory: path).keep(wait, for: "a", now: 1_000_000)
        #expect(FileServerWaits(directory: path).wait(for: "a") == wait)
        #expect(FileServerWaits(directory: path).wait(for: "b") == nil)
        let newer = ServerWait(until: 1_000_090, code: .server, message: "Again.", remedy: nil)
        FileServerWaits(directory: path).keep(newer, for: "a", now: 1_000_001)
        #expect(FileServerWaits(directory: path).wait(for: "a") == newer)
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "/a.wait")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("Expired waits are removed with the next one, and there are never more than a hundred")
    func bounded() throws {
        let folder = try TemporaryDirectory("keyfob-waits")
        defer { folder.remove() }
        let waits = FileServerWaits(directory: folder.path + "/waits")
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/waits") }
        for number in 0..<250 { waits.keep(wait, for: "\(number)", now: 1_000_000) }
        #expect(try (1...100).contains(names().count))
        waits.keep(ServerWait(until: 2_000_000, code: .server, message: "", remedy: nil), for: "new", now: 1_000_060)
        #expect(try names() == ["new.wait"])
    }

    @Test(
        "An unreadable wait is ignored",
        arguments: [
            "", "{", "[]", "{}", #"{"until":1000060,"message":"Wait."}"#,
            #"{"until":"1000060","code":"throttled","message":"Wait."}"#,
            #"{"until":1000060,"code":"interactionRequired","message":"Sign in at evil.test."}"#,
            #"{"until":1000060,"code":"throttled","message":"\#(String(repeating: "a", count: 5000))"}"#,
        ])
    func unreadable(text: String) throws {
        let folder = try TemporaryDirectory("keyfob-waits")
        defer { folder.remove() }
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/a.wait"))
        #expect(FileServerWaits(directory: folder.path).wait(for: "a") == nil)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/b.wait", withDestinationPath: folder.path + "/a.wait")
        #expect(FileServerWaits(directory: folder.path).wait(for: "b") == nil)
    }

    @Test("Where nothing can be written nothing is stored, and nothing fails")
    func noPlace() throws {
        let waits = FileServerWaits(directory: "/dev/null/waits")
        waits.keep(wait, for: "a", now: 1_000_000)
        #expect(waits.wait(for: "a") == nil)
    }
}
