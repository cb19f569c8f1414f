import Foundation
import KeyfobCache
import KeyfobConformance
import KeyfobCore
import KeyfobStoreSQLite
import Testing

@Suite("ADAL's archive in a file")
struct ADALArchiveFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "keyfob-adal-\(UUID().uuidString)")
        .path()
    private var path: String { folder + "/adal/cache.plist" }

    private func item(_ client: String = "client", token: String = "token") -> ADALCacheItem {
        var item = ADALCacheItem(authority: "https://h/t", clientID: client, userID: "ada@contoso.test")
        item.refreshToken = Secret(token)
        return item
    }

    private func withFile(_ body: (ADALArchiveFile) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(ADALArchiveFile(path: path))
    }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("it conforms", arguments: ADALCacheConformance.checks)
    func conforms(check: ConformanceCheck<ADALCacheConformance.Opening>) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = path
        try await check.run { try ADALArchiveFile(path: path) }
    }

    @Test("room for the next archive is reserved next to it, and refused where there is none")
    func room() throws {
        try withFile { file in
            try file.put([item()], sparing: false)
            let room = try file.reserveRoom()
            try file.put([item(token: "next")], sparing: false)
            room.release()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/adal").count == 2)
        }
        // No user can make a file there, not even root.
        #expect { try ADALArchiveFile(path: "/proc/keyfob-adal").reserveRoom() } throws: {
            ($0 as? AuthError)?.code == .storeUnavailable
        }
    }

    @Test("the file and its folder are closed to other users, and only the lock remains next to it")
    func modes() throws {
        try withFile { file in
            try file.put([item()], sparing: false)
            try file.put([item(token: "next")], sparing: false)
            #expect(try mode(path) == 0o600)
            #expect(try mode(folder + "/adal") == 0o700)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/adal")
            #expect(names.sorted() == ["cache.plist", "cache.plist.lock"])
        }
    }

    @Test("the remains of a killed writer do not interfere, and are never read")
    func leftOver() throws {
        try withFile { file in
            try file.put([item()], sparing: false)
            for suffix in [".next", ".next.new"] {
                try Data("half an archive".utf8).write(to: URL(filePath: path + suffix))
            }
            #expect(try file.items(ADALCacheQuery()) == [item()])
            try file.put([item("other")], sparing: false)
            #expect(try file.items(ADALCacheQuery()).count == 2)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/adal")
            #expect(names.sorted() == ["cache.plist", "cache.plist.lock"])
        }
    }

    @Test("a damaged file and one of a newer version are refused with a message, and never overwritten")
    func neverWrittenOver() throws {
        try withFile { file in
            let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            let newer = try Data(contentsOf: vectors.appending(path: "Vectors/adal/cache-1.1.bplist"))
            for content in [newer, Data("no archive".utf8)] {
                try content.write(to: URL(filePath: path))
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
                for call in [
                    { _ = try file.items(ADALCacheQuery()) }, { try file.put([item()], sparing: true) },
                    { try file.remove([item()], by: "app", at: Date(unixSeconds: 0)) },
                ] {
                    let error = #expect(throws: AuthError.self) { try call() }
                    #expect(error?.code == .storeUnavailable)
                    #expect(error?.remedy?.contains("Move the file away") == true)
                }
                #expect(try Data(contentsOf: URL(filePath: path)) == content)
            }
        }
    }

    @Test("a link, a file that is open to others and a relative path are refused")
    func notTrusted() throws {
        #expect(throws: AuthError.self) { try ADALArchiveFile(path: "cache.plist") }
        try withFile { file in
            try file.put([item()], sparing: false)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(throws: AuthError.self) { try file.items(ADALCacheQuery()) }
            let link = folder + "/adal/link.plist"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            let linked = try ADALArchiveFile(path: link)
            #expect(throws: AuthError.self) { try linked.put([item()], sparing: false) }
        }
    }

    @Test("writers on several threads take turns: no item is lost, and readers see complete archives")
    func turns() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ADALArchiveFile(path: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<10 {
                        try file.put([item("client-\(writer)-\(number)")], sparing: false)
                        _ = try file.items(ADALCacheQuery())
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try file.items(ADALCacheQuery()).count == 40)
    }
}
