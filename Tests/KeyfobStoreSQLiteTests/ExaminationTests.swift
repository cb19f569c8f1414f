import Foundation
import GRDB
import KeyfobCache
import KeyfobCore
import KeyfobStoreSQLite
import Testing

@Suite("Examining stores")
struct ExaminationTests {
    @Test("a sound store: schema, key, counts, files and modes")
    func sound() async throws {
        let home = try TemporaryHome()
        let store = try home.open()
        try await store.add("ada", token: "t")
        try await store.add("grace", token: "t")
        let examination = examination(home)
        #expect(try examination.groups() == [.standard])
        let report = examination.report(.standard)
        #expect(report.path == home.database && report.schema.first == "credentials-1")
        #expect(report.keyPlace == "key file" && report.keyID.map { "\(home.path)/keys/\($0).key" } != nil)
        #expect(try home.keyFiles().first?.contains(report.keyID ?? "-") == true)
        guard case .reachable = report.key else { throw Unexpected(what: "\(report.key)") }
        #expect(report.accounts == 2 && report.entities["AccessToken"] == 2 && report.entities["Account"] == 2)
        #expect(report.problems.isEmpty && report.setAside.isEmpty && report.formerKeys == 0)
        #expect(report.files.first == StoreReport.File(path: home.directory, mode: 0o700))
        #expect(report.files.contains(StoreReport.File(path: home.database, mode: 0o600)))
    }

    @Test("nothing is created where nothing exists")
    func nothing() throws {
        let home = try TemporaryHome()
        #expect(try examination(home).groups().isEmpty)
        let report = examination(home).report(.standard)
        #expect(report.problems.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }

    @Test("a home that cannot be read is not one without a store", arguments: ["stores", "stores/a.group"])
    func unreadable(name: String) async throws {
        let home = try TemporaryHome()
        try await home.open().add("ada", token: "t")
        // For root, who may read everything, only the kernel's other refusals are left.
        let path = home.path + "/" + name
        if name == "stores" { try FileManager.default.moveItem(atPath: path, toPath: home.path + "/former") }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        if name == "stores" {
            #expect { try examination(home).groups() } throws: {
                let error = $0 as? AuthError
                return error?.code == .storeUnavailable && error?.message.contains("\(path) cannot be read") == true
            }
        } else {
            #expect(try examination(home).groups().map(\.name) == ["a.group", AccessGroup.standard.name])
            let report = try examination(home).report(AccessGroup("a.group"))
            #expect(!report.problems.isEmpty)
        }
    }

    @Test("a missing key is reported as locked, and everything else is reported as usual")
    func locked() async throws {
        let home = try TemporaryHome()
        try await home.open().add("ada", token: "t")
        try FileManager.default.removeItem(atPath: #require(try home.keyFiles().first))
        let report = examination(home).report(.standard)
        guard case .unreachable(let error) = report.key else { throw Unexpected(what: "\(report.key)") }
        #expect(error.code == .storeLocked && report.isLocked && report.accounts == 1 && report.problems.isEmpty)
        #expect(try home.keyFiles().isEmpty)
    }

    @Test("a file that other users may read is reported")
    func openFile() async throws {
        let home = try TemporaryHome()
        try await home.open().add("ada", token: "t")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.directory + "/generations")
        let report = examination(home).report(.standard)
        #expect(report.problems.map(\.message).contains { $0.contains("generations is open to other users") })
        #expect(report.files.contains(StoreReport.File(path: home.directory + "/generations", mode: 0o644)))
    }

    @Test("a database that other users may read is reported once")
    func openDatabase() async throws {
        let home = try TemporaryHome()
        try await home.open().add("ada", token: "t")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.database)
        let about = examination(home).report(.standard).problems.filter { $0.message.contains(home.database + " ") }
        #expect(about.count == 1 && about.first?.message.contains("open to other users") == true)
    }

    @Test("examining creates no store, and no key in a store without one")
    func existing() async throws {
        let home = try TemporaryHome()
        func existing() throws(AuthError) -> SQLiteCredentialStore? {
            try SQLiteCredentialStore.existing(group: .standard, home: home.path, places: SealingKeyPlaces(home.keys))
        }
        #expect(try existing() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
        let locked = SealingKeyPlaces(known: [home.keys], forNewKeys: [])
        #expect(throws: AuthError.self) {
            try SQLiteCredentialStore(group: .standard, home: home.path, places: locked)
        }
        #expect(FileManager.default.fileExists(atPath: home.database))
        #expect(try existing() == nil)
        #expect(!FileManager.default.fileExists(atPath: home.path + "/keys"))
        try await home.open().add("ada", token: "t")
        #expect(try existing()?.token(of: "ada") == "t")
        try existing()?.checkKey()
        try FileManager.default.removeItem(atPath: #require(try home.keyFiles().first))
        #expect { try existing()?.checkKey() } throws: { ($0 as? AuthError)?.code == .storeLocked }
    }

    @Test("a database of a newer version is reported as such")
    func newer() async throws {
        let home = try TemporaryHome()
        try await home.open().add("ada", token: "t")
        try await DatabaseQueue(path: home.database).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('credentials-of-the-future')")
        }
        let report = examination(home).report(.standard)
        #expect(report.problems.map(\.message).contains { $0.contains("newer version") })
        #expect(report.setAside.isEmpty)
    }

    @Test("a damaged database is reported and left in place; one that was set aside is listed")
    func damaged() async throws {
        let home = try TemporaryHome()
        let worker = try WorkerProcess([home.path])
        #expect(worker.ask("put ada t") == "done")
        worker.finish()
        let garbage = Data(repeating: 0x41, count: 8_192)
        try FileHandle(forWritingTo: URL(fileURLWithPath: home.database)).write(contentsOf: garbage)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: home.database + suffix) }
        let report = examination(home).report(.standard)
        #expect(report.problems.contains { $0.message.contains("is damaged") })
        #expect(report.setAside.isEmpty)
        #expect(try Data(contentsOf: URL(fileURLWithPath: home.database)).prefix(8_192) == garbage)
        let aside = try #require(try home.open().setAside)
        let later = examination(home).report(.standard)
        #expect(later.setAside == [aside] && later.problems.isEmpty)
    }

    private struct Unexpected: Error {
        let what: String
    }

    private func examination(_ home: TemporaryHome) -> StoreExamination {
        StoreExamination(home: home.path, places: SealingKeyPlaces(home.keys))
    }
}
