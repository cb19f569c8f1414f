import Foundation
import KeyfobCore
import KeyfobStoreSQLite
import Testing

@Suite("The generations' file")
struct GenerationTests {
    @Test("it is deleted under running processes, and another recreates it: every process sees every write again")
    func deletedAndRecreated() async throws {
        let home = try TemporaryHome()
        let watchful = try open(home, vigilance: 0)
        let other = try home.open()
        try await watchful.add("ada", token: "1")
        #expect(try watchful.token(of: "ada") == "1")
        #expect(try other.token(of: "ada") == "1")
        try FileManager.default.removeItem(atPath: home.directory + "/generations")
        let newcomer = try home.open()
        try await newcomer.add("ada", token: "2")
        // A reader notices by itself...
        #expect(try watchful.token(of: "ada") == "2")
        // ... and a writer notifies all that still have the old file.
        try await other.add("ada", token: "3")
        for store in [watchful, other, newcomer] { #expect(try store.token(of: "ada") == "3") }
        try await watchful.add("grace", token: "4")
        for store in [watchful, other, newcomer] { #expect(try store.token(of: "grace") == "4") }
    }

    @Test("it is deleted while no process opens the store: a writer recreates it, and all that had the old one follow")
    func deletedOnly() async throws {
        let home = try TemporaryHome()
        let (first, second, reader) = (try home.open(), try home.open(), try home.open())
        try await first.add("ada", token: "1")
        for store in [first, second, reader] { #expect(try store.token(of: "ada") == "1") }
        try FileManager.default.removeItem(atPath: home.directory + "/generations")
        try await second.add("ada", token: "2")
        for store in [first, second, reader] { #expect(try store.token(of: "ada") == "2") }
        let newcomer = try home.open()
        try await newcomer.add("ada", token: "3")
        for store in [first, second, reader, newcomer] { #expect(try store.token(of: "ada") == "3") }
    }

    @Test("an entry cached under one file is never valid under another")
    func nothingInCommon() async throws {
        let home = try TemporaryHome()
        let store = try open(home, vigilance: 0)
        for round in 1...20 {
            try await store.add("ada", token: "ours-\(round)")
            #expect(try store.token(of: "ada") == "ours-\(round)")
            try FileManager.default.removeItem(atPath: home.directory + "/generations")
            let other = try home.open()
            // As many writes as before: counting from zero, both files would contain the same number.
            for _ in 0..<round { try await other.add("ada", token: "theirs-\(round)") }
            #expect(try store.token(of: "ada") == "theirs-\(round)")
        }
    }

    private func open(_ home: TemporaryHome, vigilance: UInt64) throws -> SQLiteCredentialStore {
        try SQLiteCredentialStore(
            group: .standard, home: home.path, clock: SystemClock(), random: SystemRandomSource(), keys: home.keys,
            vigilance: vigilance
        ) { _ in }
    }
}
